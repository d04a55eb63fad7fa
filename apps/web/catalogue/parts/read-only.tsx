import { Stack } from '@mantine/core'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { ReadField, ReadOnly } from '#web/components/form/read-only.tsx'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TagsInput } from '#web/components/form/tags-input.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import type { Part } from '../part.ts'
import { longName } from '../samples.ts'

type Props = { name?: string; about?: string; tags?: string[]; days?: number | ''; on?: boolean; when?: boolean }

const nothing = () => {}

const Sample = ({ name = '', about = '', tags = [], days = '', on = false, when = true }: Props) => (
  <Stack gap="md" maw={720}>
    <ReadOnly when={when}>
      <Stack gap="md">
        <TextInput label="Name" value={name} onChange={nothing} />
        <Textarea label="About" value={about} autosize onChange={nothing} />
        <Select
          label="Segment"
          value={name ? 'food' : null}
          data={[{ value: 'food', label: 'Food and drinks' }]}
          onChange={nothing}
        />
        <NumberInput label="Days to reopen" value={days} onChange={nothing} />
        <TagsInput label="Words that stop messages" value={tags} onChange={nothing} />
        <Switch label="Open for new customers" checked={on} onChange={nothing} />
        <Checkbox label="Terms accepted" checked={on} onChange={nothing} />
      </Stack>
    </ReadOnly>
    <ReadField label="Owner">{name}</ReadField>
  </Stack>
)

const full: Props = {
  name: 'Padaria Boa Massa',
  about: 'Pães de fermentação natural.\nTodos os dias desde 1987.',
  tags: ['parar', 'sair'],
  days: 1500,
  on: true,
}

export const part: Part = {
  name: 'ReadOnly',
  group: 'Form',
  use: 'Around fields that somebody may read and not change: they become text with their names. Form does it by itself when it is told why; ReadField is for what is no field.',
  states: {
    full: () => <Sample {...full} />,
    empty: () => <Sample />,
    'may be written': () => <Sample {...full} when={false} />,
    'long name': () => <Sample name={longName} about={longName.repeat(5)} tags={[longName, 'x']} days={1_000_000} on />,
  },
}
