/**
 * What the client uses of a page, when it runs in one. It knows no types of browsers, because it runs without them too.
 */
interface Page {
  readonly document?: EventTarget & { readonly visibilityState: string }
  readonly window?: EventTarget
  readonly location?: { readonly origin: string }
  readonly localStorage?: Pick<Storage, 'setItem' | 'removeItem'>
}

export const page: Page = globalThis
