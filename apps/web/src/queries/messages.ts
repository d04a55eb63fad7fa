import { type ComponentType, createContext } from 'react'

type Props = { id: string; inChat?: boolean; onClose: () => void }

/** What shows all that is known of a message; the route gives it to screens of other nouns. */
export const MessageDetails = createContext<ComponentType<Props>>(() => null)
