import type { DrawerProps, ModalProps } from '@mantine/core'
import { lazyWindow } from '../page/lazy-window.tsx'

/** The library's drawer and dialog, of which a page loads nothing until it has come to rest. */
export const LazyDrawer = lazyWindow<DrawerProps>(async () => (await import('./windows.ts')).windows.Drawer)
export const LazyModal = lazyWindow<ModalProps>(async () => (await import('./windows.ts')).windows.Modal)
