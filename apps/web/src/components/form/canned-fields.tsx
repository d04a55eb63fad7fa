import { Button, Group, Menu, Select, Text, Textarea, TextInput } from '@mantine/core'
import { type CannedReply, cannedVariables, createCannedReply } from '@recado/contracts/inbox/canned-replies'
import { type CannedValues, fillCannedText, unknownVariables } from '@recado/contracts/inbox/canned-text'
import { IconBraces } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import classes from './canned-fields.module.css'

/** The form values of a canned reply. */
export type CannedForm = Pick<CannedReply, 'shortcut' | 'title' | 'scope' | 'teamId'> & {
  content: CannedReply['content']
}

type FormOf = ContractForm<CannedForm>['form']

/** The validation of a canned reply form. */
export const useCannedRules = () => {
  const { t } = useTranslation('companies/settings')
  return {
    schema: createCannedReply.body,
    extra: ({ content, scope, teamId }: CannedForm) => {
      const [unknown] = unknownVariables(content.text)
      return {
        'content.text': unknown ? t('canned.unknown', { name: unknown }) : undefined,
        teamId: scope === 'team' && !teamId ? t('canned.chooseTeam') : undefined,
      }
    },
  }
}

const variableKey = (name: string) => name.replace('.', '_')

/** The values of the preview: a made-up customer, and the current member. */
const useExample = (): CannedValues => {
  const { t } = useTranslation('companies/settings')
  const { user } = useSignedIn()
  return {
    'contact.name': t('canned.example.name'),
    'contact.first_name': t('canned.example.firstName'),
    'contact.phone': '+55 11 98765-0001',
    'contact.email': 'maria@example.com',
    'agent.name': user.name,
    'agent.first_name': user.name.split(' ')[0] ?? '',
    'company.name': user.currentCompany?.name ?? '',
    'channel.name': t('canned.example.channel'),
    'conversation.id': '0192f000',
  }
}

const ContentFields = ({ form }: { form: FormOf }) => {
  const { t } = useTranslation('companies/settings')
  const example = useExample()
  const { text } = form.values.content
  return (
    <>
      <Textarea label={t('canned.content')} autosize minRows={4} {...form.getInputProps('content.text')} />
      <Group justify="space-between">
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="light" size="compact-sm" leftSection={<IconBraces size={16} />}>
              {t('canned.insert')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {cannedVariables.map((name) => (
              <Menu.Item
                key={name}
                onClick={() =>
                  form.setFieldValue('content.text', `${text}${text && !/\s$/.test(text) ? ' ' : ''}{{${name}}}`)
                }
              >
                {t(`canned.variables.${variableKey(name)}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Text size="xs" c="dimmed">
          {t('canned.fallback', { example: `{{contact.first_name | ${t('canned.there')}}}` })}
        </Text>
      </Group>
      <div>
        <Text size="sm" mb={6}>
          {t('preview')}
        </Text>
        <div className={classes.bubble}>{fillCannedText(text, example) || '…'}</div>
      </div>
    </>
  )
}

/** The fields of a canned reply; `children` are shown below the text. */
export const CannedFields = ({ form, children }: { form: FormOf; children?: ReactNode }) => {
  const { t } = useTranslation('companies/settings')
  const share = useCan()('settings.share')
  const teams = useQuery(teamsQuery).data?.data ?? []
  const scopes = share ? (['company', 'team', 'personal'] as const) : (['personal'] as const)
  return (
    <>
      <TextInput
        label={t('canned.shortcut')}
        description={t('canned.shortcutText')}
        leftSection="/"
        data-autofocus
        {...form.getInputProps('shortcut')}
      />
      <TextInput label={t('canned.title')} {...form.getInputProps('title')} />
      <ContentFields form={form} />
      {children}
      <Select
        label={t('field.scope')}
        allowDeselect={false}
        data={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        {...form.getInputProps('scope')}
      />
      {form.values.scope === 'team' ? (
        <Select
          label={t('field.team')}
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('teamId')}
        />
      ) : null}
    </>
  )
}
