import { SimpleGrid, Stack } from '@mantine/core'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { FormPage } from '#web/components/form/form-page.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { Part } from '../part.ts'
import { done, filledIn, longName, never, refused } from '../samples.ts'

const filled = {
  name: 'Padaria Boa Massa',
  email: 'contato@boamassa.com.br',
  segment: 'food',
  days: 7,
  words: ['parar', 'sair'],
  about: 'Pães de fermentação natural, todos os dias desde 1987.',
  open: true,
}

type Props = {
  values?: Partial<typeof filled>
  save?: () => Promise<unknown>
  isNew?: boolean
  readOnly?: string
  stale?: boolean
}

const Sample = ({ values = {}, save = done, isNew = false, readOnly, stale = false }: Props) => {
  const { form, saved, state } = useContractForm({
    schema: filledIn('name', 'email'),
    initialValues: { ...filled, ...values },
    onSubmit: async () => {
      await save()
      saved()
    },
  })
  return (
    <FormPage
      {...state}
      title={isNew ? 'New company' : 'Company'}
      description="What customers and invoices call it."
      back={<TextLink to="/companies">Companies</TextLink>}
      readOnly={readOnly}
      cancel={
        isNew ? (
          <LinkButton to="/companies" variant="default">
            Cancel
          </LinkButton>
        ) : undefined
      }
      onReload={stale ? () => {} : null}
    >
      <FormSection title="Business" description="Shown to customers in WhatsApp.">
        <Stack gap="md">
          <TextInput label="Name" {...form.getInputProps('name')} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Email" {...form.getInputProps('email')} />
            <Select
              label="Segment"
              clearable
              data={[
                { value: 'food', label: 'Food and drinks' },
                { value: 'health', label: 'Health' },
              ]}
              {...form.getInputProps('segment')}
            />
          </SimpleGrid>
          <Textarea label="About" autosize minRows={3} {...form.getInputProps('about')} />
        </Stack>
      </FormSection>
      <FormSection title="Conversations">
        <Stack gap="md">
          <NumberInput label="Days to reopen" {...form.getInputProps('days')} />
          <TagsInput label="Words that stop messages" {...form.getInputProps('words')} />
          <Switch label="Open for new customers" {...form.getInputProps('open', { type: 'checkbox' })} />
        </Stack>
      </FormSection>
    </FormPage>
  )
}

const empty = { name: '', email: '', segment: '', words: [], about: '' }

export const part: Part = {
  name: 'FormPage',
  group: 'Form',
  use: 'A page that is one form, in sections. The buttons come with the first change and stay in sight; leaving asks first. Several forms on a page, as in settings, are each a Form. A short form over a page is a FormDrawer.',
  states: {
    full: () => <Sample />,
    new: () => <Sample isNew values={empty} />,
    'slow to save': () => <Sample isNew save={never} />,
    refused: () => <Sample isNew save={refused} />,
    'changed by others': () => <Sample stale />,
    'read-only': () => <Sample readOnly="Only company admins can change this." />,
    'read-only, empty': () => <Sample readOnly="Only company admins can change this." values={empty} />,
    'long name': () => <Sample values={{ name: longName, about: longName.repeat(4), words: [longName, 'x'] }} />,
    'long name, read-only': () => (
      <Sample readOnly="Only company admins can change this." values={{ name: longName, about: longName.repeat(4) }} />
    ),
  },
}
