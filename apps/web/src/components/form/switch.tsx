import { Switch as SwitchOfLibrary, type SwitchProps } from '@mantine/core'
import { readable, useOnOff } from './read-only.tsx'

/** Something that is on or off; shown as text where it is read-only. */
export const Switch = readable<SwitchProps>(SwitchOfLibrary, useOnOff)
