import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Profile } from '@recado/contracts/identity/users'
import { useTranslation } from 'react-i18next'
import { ReadField } from '#web/components/form/read-only.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'

const EmailDrawer = lazyComponent(async () => (await import('./email-drawer.tsx')).EmailDrawer)

/** The address of the account; another one has to be proven first. */
export const EmailField = ({ me }: { me: Profile }) => {
  const { t } = useTranslation('identity/profile')
  const [changing, { open, close }] = useDisclosure(false)
  return (
    <>
      <ReadField label={t('person.email')}>
        {me.email}{' '}
        <Button size="compact-sm" variant="subtle" onClick={open} aria-label={t('email.title')}>
          {t('email.change')}
        </Button>
      </ReadField>
      {changing ? <EmailDrawer me={me} onClose={close} /> : null}
    </>
  )
}
