import { useMediaQuery } from '@mantine/hooks'

/** Whether the window matches a media query, known from the first render on: whoever asks need not render twice. */
export const useMedia = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? false
