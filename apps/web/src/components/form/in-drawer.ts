import { createContext } from 'react'

/** Whether this is shown in a drawer. */
export const InDrawer = createContext(false)
