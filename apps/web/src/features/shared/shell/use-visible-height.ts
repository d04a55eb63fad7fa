import { useEffect } from 'react'

const name = '--visible-height'

/** Keeps what is left of the window beside a keyboard that lies over it, where the browser makes the page no smaller. */
export const useVisibleHeight = (wanted: boolean): void => {
  useEffect(() => {
    const view = window.visualViewport
    if (!wanted || !view) return
    const { style } = document.documentElement
    const keep = () => {
      // Somebody who looks closer sees less, and nothing is to move for it.
      const covered = view.scale === 1 && view.height < window.innerHeight - 1
      if (covered) style.setProperty(name, `${view.height}px`)
      else style.removeProperty(name)
    }
    view.addEventListener('resize', keep)
    return () => {
      view.removeEventListener('resize', keep)
      style.removeProperty(name)
    }
  }, [wanted])
}
