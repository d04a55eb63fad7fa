import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useUndoToast } from '#web/components/feedback/undo-toast.tsx'
import { toasts } from '#web/lib/ui/toast-list.ts'
import type { Part } from '../part.ts'
import { longName } from '../samples.ts'

type Props = { messages: string[]; only?: boolean }

/** Long enough to look at. */
const minute = 60_000

const Sample = ({ messages, only = false }: Props) => {
  const offer = useUndoToast()
  const [undone, setUndone] = useState(0)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round says it all once more
  useEffect(() => {
    let last: string | undefined
    const shown = messages.map((message) => {
      const undo = () => setUndone((count) => count + 1)
      last = offer({ message, undo, milliseconds: minute, replaces: only ? last : undefined })
      return last
    })
    return () => shown.forEach(toasts.hide)
  }, [offer, round])
  return (
    <Stack align="flex-start">
      <Text role="status">{undone === 0 ? 'Nothing undone' : `Undone: ${undone}`}</Text>
      <Button onClick={() => setRound(round + 1)}>Do it again</Button>
    </Stack>
  )
}

export const part: Part = {
  name: 'UndoToast',
  group: 'Feedback',
  use: 'After a change that is made at once and can be taken back. It stays while the pointer or the focus is at it. What cannot be taken back is asked before, by a ConfirmDialog.',
  states: {
    one: () => <Sample messages={['Conversation resolved']} />,
    several: () => (
      <Sample messages={['3 conversations resolved', 'Ana Souza: campaigns given', 'Email switched off for SLA']} />
    ),
    'only the last counts': () => <Sample only messages={['Priority: high', 'Priority: urgent']} />,
    'long text': () => <Sample messages={[`${longName}: campaigns given`]} />,
  },
}
