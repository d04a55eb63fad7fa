import { Button, Paper, PasswordInput, TextInput } from '@mantine/core'
import { CodeInput } from '#web/components/form/code-input.tsx'
import { isWholePin, PinField } from '#web/components/form/pin-field.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { Part } from '../part.ts'
import { done, filledIn, longName, never, refused } from '../samples.ts'

type Props = { save?: () => Promise<unknown>; name?: string; wide?: boolean; danger?: boolean }

const toggle = { 'aria-label': 'Show password', tabIndex: 0 }

const Sample = ({ save = done, name = '', wide = false, danger = false }: Props) => {
  const { form, state } = useContractForm({
    schema: filledIn('name', 'password'),
    initialValues: { name, password: '' },
    onSubmit: save,
  })
  return (
    <Paper withBorder p="lg" maw={430}>
      <ShortForm
        {...state}
        wide={wide}
        danger={danger}
        submitLabel={danger ? 'Turn off' : 'Continue'}
        {...(wide
          ? { after: <Button variant="subtle">Send another code</Button> }
          : { leave: <Button variant="default">Cancel</Button> })}
      >
        <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('password')}
        />
      </ShortForm>
    </Paper>
  )
}

const Code = ({ error }: { error?: string }) => {
  const { form, busy, state } = useContractForm({ initialValues: { code: '' }, brief: true, onSubmit: done })
  return (
    <Paper withBorder p="lg" maw={430}>
      <ShortForm wide {...state} submitLabel="Confirm" ready={form.values.code.length === 6}>
        <CodeInput
          label="Code"
          value={form.values.code}
          onChange={(code) => form.setFieldValue('code', code)}
          error={error}
          busy={busy}
        />
      </ShortForm>
    </Paper>
  )
}

const Pin = ({ error }: { error?: string }) => {
  const { form, state } = useContractForm({ initialValues: { pin: '' }, brief: true, onSubmit: done })
  return (
    <ShortForm {...state} submitLabel="Give PIN" ready={isWholePin(form.values.pin)}>
      <PinField label="Two-step PIN" {...form.getInputProps('pin')} error={error ?? null} />
    </ShortForm>
  )
}

export const part: Part = {
  name: 'ShortForm',
  group: 'Form',
  use: 'A few fields and their button, within a card such as that of signing in, or beside other things. It loads little. A page of fields is a FormPage, fields over a page are a FormDrawer, a question or two a FormDialog.',
  states: {
    empty: () => <Sample />,
    wide: () => <Sample wide />,
    dangerous: () => <Sample danger />,
    'slow to save': () => <Sample save={never} name="Ana" />,
    refused: () => <Sample save={refused} name="Ana" />,
    code: () => <Code />,
    'wrong code': () => <Code error="That code isn't right. Check it and try again." />,
    pin: () => <Pin />,
    'wrong pin': () => <Pin error="That PIN isn't right." />,
    'long name': () => <Sample name={longName} wide />,
  },
}
