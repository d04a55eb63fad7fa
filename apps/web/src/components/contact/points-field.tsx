import { ActionIcon, Button, Group, Stack, TextInput, Tooltip } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { contactLimits } from '@recado/contracts/contacts/contact-values'
import { IconPlus, IconStar, IconX } from '@tabler/icons-react'
import type { FocusEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { afterPress } from '#web/lib/ui/after-press.ts'
import type { ContactValues } from './contact-values.ts'

type Props = {
  form: UseFormReturnType<ContactValues>
  name: 'phones' | 'emails'
  description?: string
  /** Hidden from the reader, who may therefore not write over it. */
  readOnly: boolean
  required?: boolean
}

/** Phones or e-mails of a contact, the one that is used first at the top. */
export const PointsField = ({ form, name, description, readOnly, required = false }: Props) => {
  const { t } = useTranslation('contacts/contact')
  const values = form.values[name]
  const one = name === 'phones' ? 'phone' : 'email'
  const set = (next: string[]) => form.setFieldValue(name, next)
  /** Takes blank rows away once the field is left; before, the row that the focus moved to would go with them. */
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.contains(relatedTarget)) return
    afterPress(() => {
      const now = form.getValues()[name]
      const typed = now.filter((value) => value.trim() !== '')
      if (now.length > 1 && typed.length < now.length) set(typed.length > 0 ? typed : [''])
    })
  }
  return (
    <Stack gap={6} onBlur={leave}>
      {values.map((value, place) => {
        const first = place === 0
        const { onBlur, ...field } = form.getInputProps(`${name}.${place}`)
        const isBlank = value.trim() === '' && values.length > 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their places alone
          <Group key={place} gap={4} wrap="nowrap" align="flex-end">
            <TextInput
              flex={1}
              type={one === 'phone' ? 'tel' : 'email'}
              {...(first
                ? { label: t(one), description, required }
                : { 'aria-label': t(`points.${one}`, { place: place + 1 }) })}
              {...field}
              readOnly={readOnly}
              onBlur={isBlank ? undefined : onBlur}
              // A new one is about to be typed.
              autoFocus={!first && value === ''}
              rightSection={null}
            />
            {!readOnly && !first ? (
              <Tooltip label={t('points.makePrimary')}>
                <ActionIcon
                  size={36}
                  variant="subtle"
                  color="gray"
                  aria-label={t('points.makePrimaryOf', { value })}
                  disabled={value.trim() === ''}
                  onClick={() => set([value, ...values.filter((_, at) => at !== place)])}
                >
                  <IconStar size={17} />
                </ActionIcon>
              </Tooltip>
            ) : null}
            {!readOnly && values.length > 1 ? (
              <ActionIcon
                size={36}
                variant="subtle"
                color="gray"
                aria-label={t('points.remove', { value })}
                onClick={() => set(values.filter((_, at) => at !== place))}
              >
                <IconX size={17} />
              </ActionIcon>
            ) : null}
          </Group>
        )
      })}
      {readOnly || values.length >= contactLimits[name] || (values.at(-1) ?? '').trim() === '' ? null : (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={15} />}
            onClick={() => set([...values, ''])}
          >
            {t(`points.add.${one}`)}
          </Button>
        </div>
      )}
    </Stack>
  )
}
