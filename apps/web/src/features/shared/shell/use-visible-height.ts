import { useEffect } from 'react'

const name = '--visible-height'

/** Tracks the height left above an on-screen keyboard, in browsers where the keyboard does not resize the page. */
export const useVisibleHeight = (wanted: boolean): void => {
  useEffect(() => {
    const view = window.visualViewport
    if (!wanted || !view) return
    const { style } = document.documentElement
    const keep = () => {
      // Pinch zoom also reduces the visible height, but must not move the layout.
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
