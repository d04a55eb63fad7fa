import { useEffect, useLayoutEffect } from 'react'

/** Before the browser paints; on the server, where React 18 warns of layout effects, nothing. */
export const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect
