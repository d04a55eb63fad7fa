import { createOpenState } from '#web/lib/ui/open-state.ts'

const palette = createOpenState()

export const openPalette = (): void => palette.set(true)
export const closePalette = (): void => palette.set(false)
/** Whether the command palette is shown. */
export const usePaletteOpen = palette.useOpen
