import { useEffect, useState } from 'react'

/** Whether something is open, or was so less than `transition` ms ago and is still fading. */
export function usePresence(isOpen: boolean, transition: number): boolean {
  const [isFading, setFading] = useState(isOpen)
  if (isOpen && !isFading) setFading(true)
  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(() => setFading(false), transition)
    return () => clearTimeout(timer)
  }, [isOpen, transition])
  return isOpen || isFading
}
