import { createContext } from 'react'

/** Whether the component is inside a drawer. */
export const InDrawer = createContext(false)
