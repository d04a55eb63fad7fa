import { ActionIcon, Button, FileButton, Text, Textarea, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { mentionLimit, noteLimit } from '@recado/contracts/inbox/notes'
import { IconLock, IconPaperclip, IconX } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { fileSize } from '#web/lib/i18n/file-size.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { colleaguesQuery } from '../api.ts'
import { useOutbox } from '../chat-context.tsx'
import { attachmentOf, maxBytesOf } from './attachment-rules.ts'
import classes from './composer.module.css'
import { EmojiButton } from './emoji-button.tsx'
import { useKept } from './kept.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { folded, useSuggestions } from './suggestions.ts'
import { insertText } from './text-marks.ts'
import { useField } from './use-field.ts'

const isFile = (file: File | null) => file !== null

type Member = { id: string; name: string; avatarUrl: string | null }

const byId = (members: readonly Member[]): Member[] => [...new Map(members.map((one) => [one.id, one])).values()]
const allOf = (pages: readonly { data: { data: Member[] } | undefined }[]): Member[] =>
  byId(pages.flatMap(({ data }) => data?.data ?? []))

/** The members whom a note names, longest names first, so that "Ana Lima" is not taken for "Ana". */
export const mentionsIn = (text: string, members: readonly Member[]): string[] => {
  let rest = text
  const found: string[] = []
  for (const { id, name } of [...members].sort((a, b) => b.name.length - a.name.length)) {
    if (!rest.includes(`@${name}`)) continue
    found.push(id)
    rest = rest.replaceAll(`@${name}`, '')
  }
  return found
}

/** What is written after each `@` of a text, up to a space. */
const begunIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?:^|\s)@([\p{L}\p{N}._-]{1,40})/gu)].map(([, word = '']) => word)),
]

/** Members who may see the conversation: the first ones, and those whose names the text begins. */
const useMembers = (conversationId: string, text: string) => {
  const { user } = useSignedIn()
  const [settled] = useDebouncedValue(text, 200)
  const words = begunIn(settled).slice(0, mentionLimit)
  const members = useQueries({
    queries: ['', ...words].map((search) => colleaguesQuery({ conversationId, ...(search && { search }) })),
    combine: allOf,
  })
  const find = useCallback(
    (word: string): Member[] =>
      members
        .filter(
          ({ id, name }) =>
            id !== user.id &&
            folded(name)
              .split(' ')
              .some((part) => part.startsWith(folded(word))),
        )
        .slice(0, 8),
    [members, user.id],
  )
  return { members, find }
}

const NoteFile = ({ file, onRemove }: { file: File; onRemove: () => void }) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const { problem, kind } = attachmentOf(file, 'note')
  return (
    <div className={classes.noteFile}>
      <IconPaperclip size={15} aria-hidden="true" />
      <Text size="sm" truncate c={problem ? 'var(--mantine-color-error)' : 'inherit'}>
        {file.name}
        {problem
          ? ` · ${t(`attachments.${problem}`, { kind: t(`kind.${kind}`), max: fileSize(maxBytesOf(kind), i18n.language) })}`
          : null}
      </Text>
      <ActionIcon size={24} aria-label={t('attachments.remove', { name: file.name })} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  )
}

type BarProps = { canSave: boolean; onEmoji: (emoji: string) => void; onFile: (file: File | null) => void }

const NoteBar = ({ canSave, onEmoji, onFile }: BarProps) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <div className={classes.bar}>
      <EmojiButton onPick={onEmoji} />
      <FileButton onChange={onFile}>
        {(button) => (
          <Tooltip label={t('notes.attach')}>
            <ActionIcon {...button} size={36} aria-label={t('notes.attach')}>
              <IconPaperclip size={20} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </FileButton>
      <span className={classes.noteHint}>
        <IconLock size={13} aria-hidden="true" /> {t('notes.hint')}
      </span>
      <span className={classes.grow} />
      <Button type="submit" size="compact-md" color="yellow.9" disabled={!canSave}>
        {t('notes.save')}
      </Button>
    </div>
  )
}

/** Where a note for the team is written: in a color of its own, with a button and a shortcut of its own. */
export const NoteComposer = ({ conversation, tabs }: { conversation: ConversationSummary; tabs: ReactNode }) => {
  const { t } = useTranslation('inbox/conversations')
  const outbox = useOutbox()
  const listId = useId()
  const field = useField(conversation.id, 'note')
  const { members, find } = useMembers(conversation.id, field.text)
  const picked = useRef<Member[]>([])
  const [file, setFile] = useKept<File | null>(conversation.id, 'noteFile', null, isFile)
  const names = useSuggestions(field, 'at', find, (member) => {
    picked.current.push(member)
    names.put(`@${member.name} `)
  })
  const body = field.text.trim()
  const blocked = file !== null && attachmentOf(file, 'note').problem !== null
  const canSave = body !== '' && body.length <= noteLimit && !blocked

  useEffect(() => field.input.current?.focus(), [field.input])

  const save = () => {
    const text = field.input.current?.value.trim() ?? ''
    if (!canSave || text === '') return
    const draft = {
      type: 'note',
      body: text,
      mentions: mentionsIn(text, byId([...members, ...picked.current])),
    } as const
    outbox.add({ conversationId: conversation.id, text, draft, ...(file && { file }) })
    setFile(null)
    picked.current = []
    field.clear()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || names.onKeyDown(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }

  return (
    <form
      className={classes.composer}
      data-mode="note"
      aria-label={t('notes.label')}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {tabs}
      {names.opened ? (
        <SuggestionList
          id={listId}
          label={t('notes.members')}
          items={names.items}
          active={names.active}
          keyOf={({ id }) => id}
          onPick={names.pick}
          render={({ name, avatarUrl }) => (
            <>
              <Avatar name={name} src={avatarUrl} size={22} style={{ alignSelf: 'center' }} />
              <span>{name}</span>
            </>
          )}
        />
      ) : null}
      <Textarea
        name="text"
        ref={field.input}
        classNames={{ input: classes.input }}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        value={field.text}
        aria-label={t('notes.text')}
        aria-autocomplete="list"
        aria-controls={names.opened ? listId : undefined}
        aria-activedescendant={names.opened ? `${listId}-${names.active}` : undefined}
        placeholder={t('notes.placeholder')}
        onChange={(event) => {
          field.setText(event.currentTarget.value)
          names.onSelect()
        }}
        onSelect={names.onSelect}
        onKeyDown={onKeyDown}
        error={body.length > noteLimit}
      />
      {file ? <NoteFile file={file} onRemove={() => setFile(null)} /> : null}
      <NoteBar
        canSave={canSave}
        onEmoji={(emoji) => field.change((edit) => insertText(edit, emoji))}
        onFile={(chosen) => setFile(chosen)}
      />
    </form>
  )
}
