/** The part of jsdom that the tests use; the package carries no types. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string })
    readonly window: {
      readonly document: { getElementById: (id: string) => Element | null }
      readonly localStorage: { getItem: (name: string) => string | null }
      readonly XMLHttpRequest: { prototype: { open: (method: string, url: string) => void } }
    }
  }
}
