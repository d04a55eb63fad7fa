import { ActionIcon, Tooltip } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { menuEntries } from '#web/lib/session/menu.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useShortcuts } from '#web/lib/ui/shortcuts.ts'
import { closePalette, openPalette, usePaletteOpen } from './palette-state.ts'

const Palette = lazyCode(async () => (await import('./palette.tsx')).Palette)

/** Pages that two keys go to. */
const jumps: Readonly<Record<string, string>> = {
  'g d': 'dashboard',
  'g c': 'chat',
  'g n': 'channels',
  'g o': 'companies',
  'g p': 'profile',
}

const useJumps = (): void => {
  const router = useRouter()
  const can = useCan()
  const go = (id: string) => () => {
    const entry = menuEntries.find((known) => known.id === id)
    if (!entry || !can(entry.ability) || !(entry.path in router.routesByPath)) return false
    return void router.navigate({ to: entry.path })
  }
  useShortcuts(Object.fromEntries(Object.entries(jumps).map(([keys, id]) => [keys, go(id)])))
}

/** Ctrl K or ⌘ K, also while writing: it is no single key. */
const useOpeningKey = (): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      openPalette()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** Opens the command palette, loaded when it is first wanted: with this button, or with Ctrl K anywhere. */
export const PaletteHost = () => {
  const { t } = useTranslation()
  const open = usePaletteOpen()
  useOpeningKey()
  useJumps()
  useEffect(() => closePalette, [])
  return (
    <>
      <Tooltip label={t('shell.searchKeys')}>
        <ActionIcon size="lg" aria-label={t('shell.search')} aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
          <IconSearch size={20} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{open ? <Palette onClose={closePalette} /> : null}</Suspense>
    </>
  )
}
