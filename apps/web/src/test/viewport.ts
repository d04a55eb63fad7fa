const widths = { desktop: 1440, laptop: 1280, phone: 390 }

const matches = (query: string, width: number): boolean => {
  const limit = /max-width:\s*([\d.]+)em/.exec(query)?.[1]
  if (query === '') return true
  return limit ? width <= Number(limit) * 16 : false
}

/** Makes media queries match a desktop, a laptop or a phone. */
export const setViewport = (size: keyof typeof widths): void => {
  window.matchMedia = (query: string) =>
    ({
      matches: matches(query, widths[size]),
      media: query,
      onchange: null,
      addEventListener: () => {},
      removeEventListener: () => {},
      addListener: () => {},
      removeListener: () => {},
      dispatchEvent: () => false,
    }) as MediaQueryList
}
