import { createContext, useContext, useInsertionEffect } from 'react'

export type StyleRoot = Document | ShadowRoot

/** Where the elements below are: a shadow root, or the document of a frame. Nothing means the document of the page. */
export const StyleRootContext = createContext<StyleRoot | null>(null)

interface Adopted {
  users: number
  remove: () => void
}

const adopted = new WeakMap<StyleRoot, Map<string, Adopted>>()

/**
 * Makes a style sheet apply in a document or shadow root until the returned function is called. The same text is there
 * once, however many ask for it. Sheets are constructed, so that a content security policy without `unsafe-inline` lets
 * them through; where that is not possible they are `<style>` elements.
 */
export function adoptCss(root: StyleRoot, css: string): () => void {
  const sheets = adopted.get(root) ?? new Map<string, Adopted>()
  adopted.set(root, sheets)
  const sheet = sheets.get(css) ?? { users: 0, remove: insert(root, css) }
  sheets.set(css, sheet)
  sheet.users++
  return () => {
    sheet.users--
    if (sheet.users > 0) return
    sheet.remove()
    sheets.delete(css)
  }
}

function insert(root: StyleRoot, css: string): () => void {
  const document = 'defaultView' in root ? root : root.ownerDocument
  const Sheet = document.defaultView?.CSSStyleSheet
  if (Sheet && 'replaceSync' in Sheet.prototype && 'adoptedStyleSheets' in root) {
    const sheet = new Sheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }
  const style = document.createElement('style')
  style.textContent = css
  const parent = root === document ? document.head : root
  parent.append(style)
  return () => style.remove()
}

/** Adopts a style sheet where the component is, for as long as it is mounted. Nothing happens on the server. */
export function useCss(css: string | undefined): void {
  const root = useContext(StyleRootContext)
  useInsertionEffect(() => (css ? adoptCss(root ?? document, css) : undefined), [css, root])
}
