/** The current company of this tab. */
export type TabCompany = { userId: string; companyId: string }

type Handover = TabCompany & { href: string; at: number }

const key = 'recado.tab-company'
const handoverKey = 'recado.new-tab'
const handoverMs = 60_000

const read = (storage: () => Storage, name: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(storage().getItem(name) ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const companyOf = (value: Record<string, unknown> | null): TabCompany | null =>
  typeof value?.['userId'] === 'string' && typeof value['companyId'] === 'string'
    ? { userId: value['userId'], companyId: value['companyId'] }
    : null

/** What the tab in which this page's link was opened left for it. */
const handedOver = (): TabCompany | null => {
  const left = read(() => localStorage, handoverKey)
  const isFor = left?.['href'] === location.pathname + location.search && Date.now() - Number(left['at']) < handoverMs
  return isFor ? companyOf(left) : null
}

/**
 * Remembers the company of this tab for as long as the tab is open, over reloads. Other tabs have their own; one that is
 * opened from this one begins in the same, any other in the company of the session.
 */
export const createTabCompany = () => {
  let current = companyOf(read(() => sessionStorage, key)) ?? handedOver()
  const set = (next: TabCompany | null): void => {
    current = next
    try {
      if (next) sessionStorage.setItem(key, JSON.stringify(next))
      else sessionStorage.removeItem(key)
    } catch {
      // Where storage is forbidden a reload begins in the company of the session.
    }
  }

  const handOver = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!current || link?.origin !== location.origin) return
    try {
      const left: Handover = { ...current, href: link.pathname + link.search, at: Date.now() }
      localStorage.setItem(handoverKey, JSON.stringify(left))
    } catch {
      // Without it the new tab begins in the company of the session.
    }
  }

  return {
    get: (): TabCompany | null => current,
    set,
    /** From now on tabs that are opened by links of this page begin in the same company. */
    followLinks: (signal: AbortSignal): void => {
      for (const event of ['click', 'auxclick', 'contextmenu'])
        document.addEventListener(event, handOver, { signal, capture: true })
    },
  }
}
