/** The part of jsdom that the tests use; the package carries no types. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string })
    readonly window: {
      readonly document: { getElementById: (id: string) => Element | null }
      readonly localStorage: unknown
    }
  }
}
