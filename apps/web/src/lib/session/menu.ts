import type { Ability } from '@recado/contracts/abilities'
import {
  IconActivityHeartbeat,
  IconAutomation,
  IconBell,
  IconBrandWhatsapp,
  IconBuildingFactory2,
  IconBuildingStore,
  IconBuildings,
  IconDeviceMobileCog,
  IconHeadset,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListDetails,
  IconMessageSearch,
  IconMessages,
  IconPhone,
  IconPlugConnected,
  IconRoute,
  IconServer,
  IconSettings,
  IconShieldCheck,
  IconShieldCog,
  IconSpeakerphone,
  IconTable,
  IconTemplate,
  IconTool,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ size?: number; stroke?: number }>

/** One page in the side menu. Its text is `nav.<id>`; it shows when the route exists and the ability is there. */
export type MenuEntry = {
  id: string
  path: string
  icon: Icon
  ability: Ability
  group?: string
  count?: 'unread' | 'risks'
}

const operatorEntries: readonly MenuEntry[] = [
  { id: 'operatorChannels', path: '/whatsapp', icon: IconPhone, ability: 'operator.channels', group: 'operator' },
  {
    id: 'operatorTemplates',
    path: '/whatsapp/templates',
    icon: IconTemplate,
    ability: 'operator.channels',
    group: 'operator',
  },
  {
    id: 'operatorSignup',
    path: '/whatsapp/embedded-signup',
    icon: IconPlugConnected,
    ability: 'operator.channels',
    group: 'operator',
  },
  { id: 'operatorChat', path: '/whatsapp/chat', icon: IconMessages, ability: 'operator.channels', group: 'operator' },
]

const userEntries: readonly MenuEntry[] = [
  {
    id: 'companyPermissions',
    path: '/admin/company-permissions',
    icon: IconTable,
    ability: 'admin.platform',
    group: 'users',
  },
  { id: 'customers', path: '/admin/users/customers', icon: IconUsers, ability: 'admin.platform', group: 'users' },
  {
    id: 'customerSupport',
    path: '/admin/users/customer-support',
    icon: IconHeadset,
    ability: 'admin.platform',
    group: 'users',
  },
  { id: 'admins', path: '/admin/users/admins', icon: IconShieldCog, ability: 'admin.platform', group: 'users' },
]

const supportEntries: readonly MenuEntry[] = [
  { id: 'supportCompanies', path: '/support/companies', icon: IconLifebuoy, ability: 'support.view' },
]

const settingsEntries: readonly MenuEntry[] = [
  {
    id: 'adminChannels',
    path: '/admin/whatsapp-channels',
    icon: IconDeviceMobileCog,
    ability: 'admin.platform',
    group: 'settings',
  },
  {
    id: 'adminMessages',
    path: '/admin/messages',
    icon: IconMessageSearch,
    ability: 'admin.platform',
    group: 'settings',
  },
  {
    id: 'adminCampaigns',
    path: '/admin/campaigns',
    icon: IconSpeakerphone,
    ability: 'admin.platform',
    group: 'settings',
  },
  { id: 'adminSettings', path: '/admin/settings', icon: IconSettings, ability: 'admin.platform', group: 'settings' },
  { id: 'adminAudit', path: '/admin/audit', icon: IconShieldCheck, ability: 'admin.platform', group: 'settings' },
  { id: 'adminSystem', path: '/admin/system', icon: IconServer, ability: 'admin.platform', group: 'settings' },
]

/** The side menu, in its order. Entries of one group stand together. */
export const menuEntries: readonly MenuEntry[] = [
  { id: 'dashboard', path: '/dashboard', icon: IconLayoutDashboard, ability: 'dashboard.view' },
  ...operatorEntries,
  { id: 'companies', path: '/companies', icon: IconBuildingStore, ability: 'companies.view' },
  { id: 'allCompanies', path: '/all-companies', icon: IconBuildings, ability: 'admin.platform' },
  ...userEntries,
  { id: 'channels', path: '/integrations/whatsapp', icon: IconPhone, ability: 'channels.view', group: 'whatsapp' },
  {
    id: 'templates',
    path: '/integrations/whatsapp/templates',
    icon: IconTemplate,
    ability: 'templates.view',
    group: 'whatsapp',
  },
  {
    id: 'chat',
    path: '/integrations/whatsapp/chat',
    icon: IconMessages,
    ability: 'conversations.view',
    group: 'whatsapp',
    count: 'unread',
  },
  { id: 'contacts', path: '/company/contacts', icon: IconUsersGroup, ability: 'contacts.view' },
  { id: 'campaigns', path: '/company/campaigns', icon: IconSpeakerphone, ability: 'campaigns.view' },
  { id: 'automations', path: '/company/actions', icon: IconAutomation, ability: 'automations.view' },
  { id: 'messages', path: '/company/messages', icon: IconMessageSearch, ability: 'messages.view' },
  { id: 'allCampaigns', path: '/all-campaigns', icon: IconSpeakerphone, ability: 'admin.platform', count: 'risks' },
  {
    id: 'webhookTemplates',
    path: '/admin/webhook-callback/templates',
    icon: IconBuildingFactory2,
    ability: 'admin.platform',
  },
  {
    id: 'webhooks',
    path: '/company/webhook-integrations',
    icon: IconWebhook,
    ability: 'webhook_integrations.manage',
  },
  { id: 'apis', path: '/company/apis', icon: IconKey, ability: 'apis.manage' },
  ...settingsEntries,
  ...supportEntries,
  {
    id: 'notificationWorkflows',
    path: '/admin/notifications/workflows',
    icon: IconRoute,
    ability: 'admin.notifications',
    group: 'notifications',
  },
  {
    id: 'notificationActivity',
    path: '/admin/notifications/activity',
    icon: IconActivityHeartbeat,
    ability: 'admin.notifications',
    group: 'notifications',
  },
  {
    id: 'notificationSubscribers',
    path: '/admin/notifications/subscribers',
    icon: IconUsers,
    ability: 'admin.notifications',
    group: 'notifications',
  },
  {
    id: 'notificationIntegrations',
    path: '/admin/notifications/integrations',
    icon: IconPlugConnected,
    ability: 'admin.notifications',
    group: 'notifications',
  },
  {
    id: 'notificationLogs',
    path: '/admin/notifications/logs',
    icon: IconListDetails,
    ability: 'admin.notifications',
    group: 'notifications',
  },
  { id: 'profile', path: '/profile', icon: IconUserCircle, ability: 'profile.view' },
]

export const groupIcons: Readonly<Record<string, Icon>> = {
  operator: IconTool,
  users: IconUsersGroup,
  whatsapp: IconBrandWhatsapp,
  settings: IconSettings,
  notifications: IconBell,
}

export type MenuItem = { kind: 'page'; entry: MenuEntry } | { kind: 'group'; id: string; entries: MenuEntry[] }

/** The menu of one person: what exists and what they may see, groups gathered. */
export const menuFor = (can: (ability: Ability) => boolean, exists: (path: string) => boolean): MenuItem[] => {
  const items: MenuItem[] = []
  for (const entry of menuEntries) {
    if (!can(entry.ability) || !exists(entry.path)) continue
    const last = items.at(-1)
    if (!entry.group) items.push({ kind: 'page', entry })
    else if (last?.kind === 'group' && last.id === entry.group) last.entries.push(entry)
    else items.push({ kind: 'group', id: entry.group, entries: [entry] })
  }
  return items
}

/** The entry that a path belongs to: the longest one that the path begins with. */
export const activeEntry = (pathname: string): MenuEntry | undefined =>
  menuEntries
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
