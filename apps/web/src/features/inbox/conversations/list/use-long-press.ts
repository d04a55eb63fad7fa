import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react'

const pressMilliseconds = 450
const slack = 10

/** Tells of a finger that stays; `wasLong` is true for the click that ends such a press. */
export const useLongPress = (onLong: () => void) => {
  const state = useRef<{ timer?: ReturnType<typeof setTimeout>; x: number; y: number; long: boolean }>({
    x: 0,
    y: 0,
    long: false,
  })
  const stop = () => clearTimeout(state.current.timer)
  useEffect(() => () => clearTimeout(state.current.timer), [])
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      state.current.long = false
      if (event.pointerType !== 'touch') return
      Object.assign(state.current, { x: event.clientX, y: event.clientY })
      state.current.timer = setTimeout(() => {
        state.current.long = true
        onLong()
      }, pressMilliseconds)
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = state.current
      if (Math.abs(event.clientX - x) > slack || Math.abs(event.clientY - y) > slack) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: SyntheticEvent) => {
      if (state.current.long) event.preventDefault()
    },
  }
  return { handlers, wasLong: () => state.current.long }
}
