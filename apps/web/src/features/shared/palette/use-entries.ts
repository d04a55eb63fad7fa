import { useMantineColorScheme } from '@mantine/core'
import { updateMe } from '@recado/contracts/identity/users'
import { listConversations } from '@recado/contracts/inbox/conversations'
import {
  IconArrowBackUp,
  IconBolt,
  IconCheck,
  IconFlag,
  IconKeyboard,
  IconLanguage,
  IconLayoutSidebarRight,
  IconLogout,
  IconMailOpened,
  IconMessage,
  IconMoon,
  IconMoonStars,
  IconNote,
  IconPlayerTrackNext,
  IconSettings,
  IconSun,
  IconTag,
  IconTemplate,
  IconUserPlus,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { linkOptions, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { chooseLanguage, languages } from '#web/lib/i18n/i18n.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { type CompanyTab, companyTabAbility, companyTabs } from '#web/lib/session/company-tabs.ts'
import { menuEntries } from '#web/lib/session/menu.ts'
import { useCan, useSession, useSessionClient } from '#web/lib/session/session.ts'
import { type ChatCommand, knownCommands, runCommand } from '#web/lib/ui/chat-commands.ts'
import { openShortcutHelp } from '#web/lib/ui/shortcut-help.ts'
import type { PaletteEntry } from './entries.ts'

const icons: Record<ChatCommand, PaletteEntry['icon']> = {
  reply: IconArrowBackUp,
  note: IconNote,
  template: IconTemplate,
  assign: IconUserPlus,
  labels: IconTag,
  priority: IconFlag,
  snooze: IconMoon,
  macros: IconBolt,
  resolve: IconCheck,
  unread: IconMailOpened,
  pane: IconLayoutSidebarRight,
  next: IconPlayerTrackNext,
}
const chatPath = '/integrations/whatsapp/chat'
const shownConversations = 6

/** What can be done with the conversation that is open behind the palette. */
export const useActionEntries = (): PaletteEntry[] => {
  const { t } = useTranslation('shared/palette')
  return knownCommands().map((command) => ({
    id: `action ${command}`,
    group: 'actions',
    text: t(`actions.${command}`),
    icon: icons[command],
    // After the palette has given the focus back, so that what opens keeps it.
    run: () => void setTimeout(() => runCommand(command), 60),
  }))
}

/** Conversations by the name, phone or e-mail of their contact; without a search those with the newest messages. Not `settled` are those of an earlier search. */
export const useConversationEntries = (search: string) => {
  const router = useRouter()
  const can = useCan()
  const text = search.trim()
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['palette', 'conversations', text],
    queryFn: ({ signal }) =>
      call(
        listConversations,
        { query: { limit: shownConversations, status: 'all', ...(text.length >= 2 ? { search: text } : {}) } },
        { signal },
      ),
    enabled: can('conversations.view'),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  const entries = (data?.data ?? []).map(({ id, contact, lastPreview }): PaletteEntry => {
    const hint =
      contact.phone && contact.phone !== contact.displayName ? showPhone(contact.phone) : lastPreview.slice(0, 60)
    return {
      id: `conversation ${id}`,
      group: 'conversations',
      text: contact.displayName,
      hint,
      icon: IconMessage,
      run: () => void router.navigate({ to: chatPath, search: { conversation: id } }),
    }
  })
  return { entries, settled: !isPlaceholderData, searching: isFetching }
}

/** Every page that the person may open. */
export const usePageEntries = (): PaletteEntry[] => {
  const { t } = useTranslation()
  const router = useRouter()
  const can = useCan()
  return menuEntries
    .filter(({ ability, path }) => can(ability) && path in router.routesByPath)
    .map(({ id, path, icon, group }) => ({
      id: `page ${id}`,
      group: 'pages',
      text: t(`nav.${id}`),
      ...(group ? { hint: t(`nav.${group}`) } : {}),
      icon,
      run: () => void router.navigate({ to: path }),
    }))
}

/** The settings pages of the current company. */
export const useCompanyEntries = (): PaletteEntry[] => {
  const { t } = useTranslation('shared/palette')
  const router = useRouter()
  const can = useCan()
  const company = useSession().data?.user.currentCompany
  if (!company || !can('company.view')) return []
  const open = (search: { tab?: CompanyTab; show?: 'permissions' }) => () =>
    void router.navigate(linkOptions({ to: '/companies/$id', params: { id: company.id }, search }))
  const entry = (id: string, run: () => void): PaletteEntry => ({
    id: `company ${id}`,
    group: 'pages',
    text: t(`company.${id}`),
    hint: company.name,
    icon: IconSettings,
    run,
  })
  const tabs = companyTabs.filter((tab) => can(companyTabAbility[tab] ?? 'company.view'))
  return [
    ...tabs.map((tab) => entry(tab, open(tab === 'profile' ? {} : { tab }))),
    entry('permissions', open({ tab: 'members', show: 'permissions' })),
  ]
}

/** Language, colors, help, and the way out. */
export const useSettingEntries = (): PaletteEntry[] => {
  const { t, i18n } = useTranslation('shared/palette')
  const client = useSessionClient()
  const { setColorScheme } = useMantineColorScheme()
  const router = useRouter()
  const inChat = router.state.location.pathname === chatPath
  const speak = (language: (typeof languages)[number]) => {
    void chooseLanguage(i18n, language)
    // The page speaks it already; the account learns it the next time when this fails.
    void call(updateMe, { body: { locale: language } }).catch(() => undefined)
  }
  const others = languages.filter((language) => language !== i18n.resolvedLanguage)
  const entry = (id: string, icon: PaletteEntry['icon'], run: () => void): PaletteEntry => ({
    id: `setting ${id}`,
    group: 'settings',
    text: t(`settings.${id}`),
    icon,
    run,
  })
  return [
    ...others.map((language) => entry(language, IconLanguage, () => speak(language))),
    entry('light', IconSun, () => setColorScheme('light')),
    entry('dark', IconMoonStars, () => setColorScheme('dark')),
    ...(inChat ? [entry('shortcuts', IconKeyboard, () => void setTimeout(openShortcutHelp, 60))] : []),
    entry('signOut', IconLogout, () => void client.signOut()),
  ]
}
