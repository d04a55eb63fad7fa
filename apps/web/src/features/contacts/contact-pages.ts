import type { Ability } from '@recado/contracts/abilities'
import {
  IconArrowsJoin2,
  IconChartPie,
  IconFileImport,
  IconList,
  IconShieldLock,
  IconTag,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

type ContactPage = {
  id: 'all' | 'segments' | 'lists' | 'tags' | 'duplicates' | 'imports' | 'privacy' | 'bin'
  path: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  ability: Ability
}

/** The pages of contacts in the menu, in its order. Their texts are `contacts/list:pages.<id>`; one without a route is not shown. */
export const contactPages: readonly ContactPage[] = [
  { id: 'all', path: '/company/contacts', icon: IconUsers, ability: 'contacts.view' },
  { id: 'segments', path: '/company/contacts/segments', icon: IconChartPie, ability: 'contacts.view' },
  { id: 'lists', path: '/company/contacts/lists', icon: IconList, ability: 'contacts.view' },
  { id: 'tags', path: '/company/contacts/tags', icon: IconTag, ability: 'contacts.view' },
  { id: 'duplicates', path: '/company/contacts/duplicates', icon: IconArrowsJoin2, ability: 'contacts.edit' },
  { id: 'imports', path: '/company/contacts/imports', icon: IconFileImport, ability: 'contacts.import' },
  { id: 'privacy', path: '/company/contacts/privacy', icon: IconShieldLock, ability: 'contacts.view' },
  { id: 'bin', path: '/company/contacts/bin', icon: IconTrash, ability: 'contacts.edit' },
]
