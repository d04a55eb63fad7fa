import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { MenuLink, type MenuLook, MenuParts } from '#web/components/page/menu-link.tsx'
import { shownCount } from '#web/lib/i18n/figures.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { contactPages } from './contact-pages.ts'
import { duplicateCountQuery, duplicatePairsKey } from './duplicates/api.ts'

/** The pages of contacts in the menu, below their entry. */
export const ContactParts = (look: MenuLook) => {
  const { t } = useTranslation('contacts/list')
  const can = useCan()
  const { routesByPath } = useRouter()
  const { pathname } = useLocation()
  const { data: duplicates } = useQuery({ ...duplicateCountQuery, enabled: can('contacts.edit') })
  useInvalidateOn(['duplicate.updated'], [duplicatePairsKey])
  const active = contactPages
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
  return (
    <MenuParts label={t('pages.title')}>
      {contactPages
        .filter(({ path, ability }) => path in routesByPath && can(ability))
        .map(({ id, path, icon }) => (
          <MenuLink
            key={id}
            {...look}
            part
            to={path}
            icon={icon}
            label={t(`pages.${id}`)}
            active={id === active?.id}
            count={id === 'duplicates' && duplicates ? shownCount(duplicates) : null}
          />
        ))}
    </MenuParts>
  )
}
