import { useTranslation } from 'react-i18next'
import { MemberSelect } from '#web/components/form/member-select.tsx'

type Props = {
  label: string
  value: string
  onChoose: (value: string) => void
  /** It is what the person came for, so it has the focus. */
  focused?: boolean
}

/** Chooses the owner of contacts: a member, found by typing, or no one. */
export const MemberChoice = ({ focused = true, ...props }: Props) => {
  const { t } = useTranslation('contacts/list')
  return (
    <MemberSelect
      {...props}
      none={t('owner.nobody')}
      comboboxProps={{ withinPortal: false }}
      {...(focused ? { 'data-autofocus': true } : {})}
    />
  )
}
