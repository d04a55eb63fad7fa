import { Drawer, Modal } from '@mantine/core'

export const windows = { Drawer, Modal }
