import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { isRecord, recordsOf, type TemplateComponent, textOf, wordOf } from '@recado/contracts/whatsapp/template-parts'

/** In a draft a sample stands as `file:<id>` where Meta wants the handle of an upload. */
const prefix = 'file:'
const media = new Set(['IMAGE', 'VIDEO', 'DOCUMENT'])

type Component = Record<string, unknown>

const handleOf = (header: TemplateComponent): string => {
  const handles = isRecord(header.example) ? header.example.header_handle : null
  return Array.isArray(handles) ? textOf(handles[0]) : ''
}

const isMediaHeader = (component: TemplateComponent) =>
  wordOf(component.type) === 'HEADER' && media.has(wordOf(component.format))

/** The content with another handle in each media header; `place` is `header` or `card.<n>.header`. */
const mapHandles = (
  components: readonly TemplateComponent[],
  change: (handle: string, place: string) => string,
  place = 'header',
): Component[] =>
  components.map((component) => {
    if (isMediaHeader(component)) {
      const handle = change(handleOf(component), place)
      return { ...component, ...(handle ? { example: { header_handle: [handle] } } : { example: undefined }) }
    }
    if (wordOf(component.type) !== 'CAROUSEL') return { ...component }
    const cards = recordsOf(component.cards).map((card, index) => ({
      ...card,
      components: mapHandles(recordsOf(card.components), change, `card.${index}.header`),
    }))
    return { ...component, cards }
  })

const fileIdOf = (handle: string): string | null => (handle.startsWith(prefix) ? handle.slice(prefix.length) : null)

/** The files that stand as samples, by their place. */
export const samplesOf = (content: TemplateContent): Record<string, string> => {
  const found: Record<string, string> = {}
  mapHandles(content.components, (handle, place) => {
    const id = fileIdOf(handle)
    if (id) found[place] = id
    return handle
  })
  return found
}

/** The components as Meta takes them: files replaced by the handles of their uploads. */
export const withHandles = (content: TemplateContent, handles: ReadonlyMap<string, string>): Component[] =>
  mapHandles(content.components, (handle) => {
    const id = fileIdOf(handle)
    return id ? (handles.get(id) ?? '') : handle
  })

/** Meta's content as a draft can begin: with our files for samples, and without Meta's handles, which do not last. */
export const withFiles = (content: TemplateContent, samples: Readonly<Record<string, string>>): TemplateContent => ({
  ...content,
  components: mapHandles(content.components, (_handle, place) => (samples[place] ? `${prefix}${samples[place]}` : '')),
})
