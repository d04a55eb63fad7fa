import { useEffect } from 'react'

const prefix = /^\(\d+\+?\) /

/** Shows in the tab how many conversations have something unread. */
export const useTitleCount = (count: number): void => {
  useEffect(() => {
    const show = () => {
      const plain = document.title.replace(prefix, '')
      const wanted = count > 0 ? `(${count > 99 ? '99+' : count}) ${plain}` : plain
      if (document.title !== wanted) document.title = wanted
    }
    show()
    const title = document.querySelector('title')
    const observer = new MutationObserver(show)
    if (title) observer.observe(title, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(prefix, '')
    }
  }, [count])
}
