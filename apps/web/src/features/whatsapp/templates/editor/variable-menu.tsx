import { ActionIcon, Menu, ScrollArea, Text } from '@mantine/core'
import type { ContactAttribute } from '@recado/contracts/contacts/contact-attributes'
import { IconVariable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'

/** A variable by the name it gets where variables have names, and its sample. */
export type PickedVariable = { name: string; example: string }

/** What a variable usually stands for: fields of the contact, and what the business knows. */
const groups = [
  { id: 'contact', names: ['first_name', 'full_name', 'phone', 'email'] },
  { id: 'business', names: ['order', 'date', 'amount', 'company', 'link_code'] },
] as const

const useAttributeSample = () => {
  const { t } = useTranslation('whatsapp/templates')
  return ({ type, options }: ContactAttribute): string => options[0] ?? t(`variable.sampleOf.${type}`)
}

type Props = { disabled: boolean; onPick: (variable: PickedVariable) => void }

/** Adds a variable: a field of the contact, one that the company made up, or another usual one. */
export const VariableMenu = ({ disabled, onPick }: Props) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const attributes = useQuery(contactAttributesQuery).data?.data ?? []
  const sampleOf = useAttributeSample()
  const labelOf = ({ label }: ContactAttribute) => (i18n.language === 'pt' ? label.pt : label.en)
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="light" aria-label={t('variable.add')} disabled={disabled} w="auto" px={8}>
          <IconVariable size={18} />
          <Text size="sm" ml={4}>
            {t('variable.add')}
          </Text>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320} type="auto">
          {groups.map(({ id, names }) => (
            <div key={id}>
              <Menu.Label>{t(`variable.group.${id}`)}</Menu.Label>
              {names.map((name) => (
                <Menu.Item key={name} onClick={() => onPick({ name, example: t(`variable.example.${name}`) })}>
                  {t(`variable.${name}`)}
                </Menu.Item>
              ))}
            </div>
          ))}
          {attributes.length > 0 ? <Menu.Label>{t('variable.group.own')}</Menu.Label> : null}
          {attributes.map((attribute) => (
            <Menu.Item key={attribute.id} onClick={() => onPick({ name: attribute.key, example: sampleOf(attribute) })}>
              {labelOf(attribute)}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}
