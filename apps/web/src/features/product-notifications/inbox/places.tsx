import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

/** Where on the page parts of the inbox stand. They are filled once the inbox has been loaded. */
export type PlaceName = 'bell' | 'preferences'
export type Places = Partial<Record<PlaceName, HTMLElement>>

type Context = {
  isReady: boolean
  /** Whether an inbox is expected: impersonators have none. */
  isExpected: boolean
  put: (name: PlaceName, element: HTMLElement | null) => void
}
const PlacesContext = createContext<Context>({ isReady: false, isExpected: true, put: () => {} })

export const PlacesProvider = PlacesContext.Provider

export const usePlaces = () => {
  const [places, setPlaces] = useState<Places>({})
  const put = useCallback((name: PlaceName, element: HTMLElement | null) => {
    setPlaces(({ [name]: _, ...others }) => (element ? { ...others, [name]: element } : others))
  }, [])
  return { places, put }
}

/** A place for a part of the inbox, with what stands there until the inbox has been loaded. */
export const InboxPlace = ({ name, children }: { name: PlaceName; children?: ReactNode }) => {
  const { isReady, isExpected, put } = useContext(PlacesContext)
  const place = useCallback((element: HTMLElement | null) => put(name, element), [name, put])
  return (
    <>
      {isExpected && !isReady ? children : null}
      <div ref={place} hidden={!isReady} />
    </>
  )
}
