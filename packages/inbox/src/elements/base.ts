import { createElement, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { adoptCss, StyleRootContext } from '../theme/adopt.ts'
import { attributes, type ElementFields, fieldNames, readField } from './fields.ts'

/**
 * Says that something happened, as an event of the element.
 * @returns whether the page left what follows to the element: it did not prevent the event's default
 */
export type Tell = (name: string, detail: unknown) => boolean

/** On a server there are no elements, but modules that know them are imported there too. */
const Base: typeof HTMLElement = Reflect.get(globalThis, 'HTMLElement') ?? class {}

const hostCss = (display: string) =>
  `:host{all:initial;display:${display};font-family:inherit}:host([hidden]){display:none}`

/**
 * An element that shows something in an open shadow root while it is in a page. Out of the page it keeps what it was told
 * and nothing else: socket, session and rendered content go. Back in a page it begins again.
 */
export abstract class InboxElement extends Base {
  static readonly observedAttributes: string[] = [...attributes.keys()]

  /** Where the service answers when the page does not say. */
  readonly defaultBackendUrl: string | undefined
  protected abstract readonly display: 'block' | 'inline-block'
  protected abstract content(values: ElementFields, tell: Tell): ReactElement

  #values: ElementFields = {}
  #root: Root | null = null
  #dropCss: (() => void) | null = null
  #isScheduled = false

  connectedCallback(): void {
    this.#adoptEarlyProperties()
    this.#schedule()
  }

  disconnectedCallback(): void {
    this.#schedule()
  }

  attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
    const name = attributes.get(attribute)
    if (name) this.setField(name, text)
  }

  getField<K extends keyof ElementFields>(name: K): ElementFields[K] {
    return this.#values[name]
  }

  setField(name: keyof ElementFields, value: unknown): void {
    try {
      this.#values = { ...this.#values, [name]: readField(name, value) }
    } catch {
      reportError(new Error(`<${this.localName}> cannot read what ${name} was set to: it must be JSON`))
      return
    }
    this.#schedule()
  }

  /** Properties that were set before the element was defined hide those of its class. */
  #adoptEarlyProperties() {
    for (const name of fieldNames) {
      const own = Object.getOwnPropertyDescriptor(this, name)
      if (!own) continue
      Reflect.deleteProperty(this, name)
      this.setField(name, own.value)
    }
  }

  /** Once for all that changes in one turn. So a move within the page, which is out and in again, keeps everything. */
  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if (this.isConnected) this.#render()
      else this.#end()
    })
  }

  #render() {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    if (!this.#root) {
      this.#dropCss = adoptCss(shadow, hostCss(this.display))
      const place = document.createElement('div')
      shadow.replaceChildren(place)
      this.#root = createRoot(place)
    }
    const backendUrl = this.#values.backendUrl ?? this.defaultBackendUrl
    const values = backendUrl === undefined ? this.#values : { ...this.#values, backendUrl }
    const content = this.content(values, (name, detail) => this.#tell(name, detail))
    this.#root.render(createElement(StyleRootContext.Provider, { value: shadow }, content))
  }

  #end() {
    this.#root?.unmount()
    this.#root = null
    this.#dropCss?.()
  }

  #tell(name: string, detail: unknown) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }))
  }
}

for (const name of fieldNames) {
  Object.defineProperty(InboxElement.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: InboxElement) {
      return this.getField(name)
    },
    set(this: InboxElement, value: unknown) {
      this.setField(name, value)
    },
  })
}
