import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { Message } from '@recado/contracts/messages'
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keys, loadOlder } from '../api.ts'
import { folded } from '../composer/suggestions.ts'
import type { MessageCache } from '../message-cache.ts'
import { asList, asText, contactsOf } from './payload.ts'
import classes from './timeline.module.css'

/** Everything in a message that can be looked for. */
const wordsOf = (message: Message): string => {
  const names =
    asList(message.payload['contacts']).length > 0 ? contactsOf(message.payload).map(({ name }) => name) : []
  return folded([message.body, message.media?.filename, ...names].map((part) => asText(part) ?? '').join(' '))
}

/** Messages that hold every word, the newest first. */
export const findIn = (messages: readonly Message[], search: string): string[] => {
  const wanted = folded(search).split(/\s+/).filter(Boolean)
  if (wanted.join('').length < 2) return []
  return messages
    .filter((message) => {
      if (message.direction === 'event' || message.revokedAt) return false
      const words = wordsOf(message)
      return wanted.every((part) => words.includes(part))
    })
    .map(({ id }) => id)
    .reverse()
}

type Props = { conversationId: string; messages: readonly Message[]; onJump: (messageId: string) => void }

const Bar = ({ conversationId, messages, onJump, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('chat')
  const queryClient = useQueryClient()
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const found = useMemo(() => findIn(messages, search), [messages, search])
  const hasBefore = queryClient.getQueryData<MessageCache>(keys.messages(conversationId))?.hasBefore ?? false
  const go = (to: number) => {
    const next = (to + found.length) % Math.max(found.length, 1)
    setAt(next)
    const id = found[next]
    if (id) onJump(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') go(event.shiftKey ? at - 1 : at + 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const older = async () => {
    setBusy(true)
    await loadOlder(queryClient, conversationId).catch(() => undefined)
    setBusy(false)
  }
  const onSearch = (text: string) => {
    setSearch(text)
    setAt(0)
    const first = findIn(messages, text)[0]
    if (first) onJump(first)
  }
  return (
    <search className={classes.find}>
      <TextInput
        flex={1}
        size="sm"
        autoFocus
        value={search}
        aria-label={t('timeline.find')}
        placeholder={t('timeline.find')}
        leftSection={<IconSearch size={15} />}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.findCount} role="status">
        {search.trim().length < 2
          ? ''
          : t('timeline.found', { at: found.length === 0 ? 0 : at + 1, count: found.length })}
      </span>
      {hasBefore && search.trim().length >= 2 ? (
        <Button size="compact-sm" variant="subtle" loading={busy} onClick={() => void older()}>
          {t('timeline.findOlder')}
        </Button>
      ) : null}
      <ActionIcon
        size={30}
        disabled={found.length === 0}
        aria-label={t('timeline.findNext')}
        onClick={() => go(at + 1)}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        size={30}
        disabled={found.length === 0}
        aria-label={t('timeline.findPrevious')}
        onClick={() => go(at - 1)}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
      <ActionIcon size={30} aria-label={t('common:close')} onClick={onClose}>
        <IconX size={17} />
      </ActionIcon>
    </search>
  )
}

/** Looks for words in the messages of the open conversation: Ctrl F opens it, a second Ctrl F is the browser's own. */
export const FindBar = (props: Props) => {
  const [opened, setOpened] = useState(false)
  const isOpen = useRef(opened)
  isOpen.current = opened
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (isOpen.current) return
      event.preventDefault()
      setOpened(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return opened ? <Bar {...props} onClose={() => setOpened(false)} /> : null
}
