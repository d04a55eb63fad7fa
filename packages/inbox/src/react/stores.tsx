import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { IStore, IStoreQuery } from '../client/wire.ts'

const defaultStores: readonly IStore[] = [{ storeId: 'default_store' }]

export interface IStoresContext {
  stores: readonly IStore[]
  storeId: string
  /** What selects the notifications of the store that is shown. */
  storeQuery: IStoreQuery
  /** Shows another store, by its own query alone. */
  setStore(storeId: string): void
  /** Narrows the store that is shown, until another is. */
  setStoreQuery(query: IStoreQuery): void
}

const StoresContext = createContext<IStoresContext | null>(null)

/** Keeps which store is shown: `default_store` or else the first one, until another is chosen. */
export function StoresProvider(props: { stores?: readonly IStore[] | undefined; children?: ReactNode }) {
  const stores = props.stores?.length ? props.stores : defaultStores
  const [chosen, setChosen] = useState<{ storeId?: string; query?: IStoreQuery }>({})
  const setters = useMemo(
    () => ({
      setStore: (storeId: string) => setChosen({ storeId }),
      setStoreQuery: (query: IStoreQuery) => setChosen((before) => ({ ...before, query })),
    }),
    [],
  )
  const value = useMemo((): IStoresContext => {
    const byId = (id: string | undefined) => stores.find(({ storeId }) => storeId === id)
    const store = byId(chosen.storeId) ?? byId('default_store') ?? stores[0]
    return {
      stores,
      storeId: store?.storeId ?? 'default_store',
      storeQuery: { ...store?.query, ...chosen.query },
      ...setters,
    }
  }, [stores, chosen, setters])
  return <StoresContext.Provider value={value}>{props.children}</StoresContext.Provider>
}

/**
 * The stores of the provider above, and the one that is shown.
 * @throws when there is no provider
 */
export function useStores(): IStoresContext {
  const value = useContext(StoresContext)
  if (!value)
    throw new Error('Wrap your component in NovuProvider: it shows a store, and there is no provider above it')
  return value
}
