import { useLocation, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { MenuLink, type MenuLook, MenuParts } from '#web/components/page/menu-link.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { contactPages } from './contact-pages.ts'

const DuplicateCount = lazyComponent(async () => (await import('./duplicates/duplicate-count.tsx')).DuplicateCount)

/** The pages of contacts in the menu, below their entry. */
export const ContactParts = (look: MenuLook) => {
  const { t } = useTranslation('contacts/list')
  const can = useCan()
  const { routesByPath } = useRouter()
  const { pathname } = useLocation()
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
            count={id === 'duplicates' ? <DuplicateCount /> : null}
          />
        ))}
    </MenuParts>
  )
}
