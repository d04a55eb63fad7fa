/** Something that is loaded once, however often it is asked for; what failed is loaded again the next time. */
export const loadOnce = <T>(load: () => Promise<T>) => {
  let loaded: { value: T } | null = null
  let coming: Promise<T> | null = null
  const begin = async (): Promise<T> => {
    try {
      loaded = { value: await load() }
      return loaded.value
    } finally {
      coming = null
    }
  }
  return {
    /** What is there already. */
    here: (): T | null => loaded?.value ?? null,
    load: async (): Promise<T> => {
      if (loaded) return loaded.value
      coming ??= begin()
      return coming
    },
  }
}
