import { useTranslation } from 'react-i18next'
import { MemberSelect } from '#web/components/form/member-select.tsx'

type Props = { label: string; value: string; onChoose: (value: string) => void }

/** Chooses the owner of contacts: a member, found by typing, or no one. */
export const MemberChoice = (props: Props) => {
  const { t } = useTranslation('contacts/list')
  return <MemberSelect {...props} none={t('owner.nobody')} data-autofocus comboboxProps={{ withinPortal: false }} />
}
