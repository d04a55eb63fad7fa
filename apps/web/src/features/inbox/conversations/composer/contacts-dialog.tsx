import {
  ActionIcon,
  Alert,
  Box,
  Button,
  Group,
  Loader,
  Modal,
  Stack,
  Tabs,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listConversations } from '@recado/contracts/inbox/conversations'
import { type SharedContactDraft, sharedContact, sharedContactLimit } from '@recado/contracts/inbox/messages'
import { IconSearch, IconSend2, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { call } from '#web/lib/api/api.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import classes from './composer.module.css'
import type { DialogProps } from './composer-dialogs.tsx'

type Card = { key: string; name: string; phone: string; draft: SharedContactDraft }

const useFound = (search: string) => {
  const [wanted] = useDebouncedValue(search.trim(), 300)
  const query = useQuery({
    queryKey: ['conversations', 'contacts-to-share', wanted],
    enabled: wanted.length >= 2,
    queryFn: ({ signal }) =>
      call(listConversations, { query: { search: wanted, status: 'all', view: 'all', limit: 20 } }, { signal }),
  })
  const byId = new Map((query.data?.data ?? []).map(({ contact }) => [contact.id, contact]))
  return {
    loading: query.isFetching,
    asked: wanted.length >= 2,
    contacts: [...byId.values()].filter(({ phone }) => phone),
  }
}

const Search = ({ onAdd }: { onAdd: (card: Card) => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const [search, setSearch] = useState('')
  const { loading, asked, contacts } = useFound(search)
  return (
    <Stack gap="xs" pt="sm">
      <TextInput
        data-autofocus
        leftSection={<IconSearch size={16} />}
        rightSection={loading ? <Loader size={16} /> : null}
        aria-label={t('composer.contacts.search')}
        placeholder={t('composer.contacts.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.found}>
        {contacts.map(({ id, displayName, phone }) => (
          <UnstyledButton
            key={id}
            className={classes.foundItem}
            onClick={() => onAdd({ key: id, name: displayName, phone: phone ?? '', draft: { contactId: id } })}
          >
            <Avatar name={displayName} size={30} />
            <span>
              {displayName} <small>{showPhone(phone ?? '')}</small>
            </span>
          </UnstyledButton>
        ))}
        {asked && !loading && contacts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('common:nothingFound')}
          </Text>
        ) : null}
      </div>
    </Stack>
  )
}

const byHand = sharedContact.options[1]

const ByHand = ({ onAdd }: { onAdd: (card: Card) => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const { form, state } = useContractForm({
    schema: byHand,
    initialValues: { name: '', phone: '', email: '', organisation: '' },
    onSubmit: async (values) => {
      onAdd({ key: crypto.randomUUID(), name: values.name, phone: values.phone, draft: values })
      form.reset()
    },
  })
  return (
    <Box pt="sm">
      <ShortForm {...state} submitLabel={t('composer.contacts.add')}>
        <TextInput label={t('contacts/contact:name')} maxLength={120} {...form.getInputProps('name')} />
        <TextInput type="tel" label={t('contacts/contact:phone')} maxLength={30} {...form.getInputProps('phone')} />
        <TextInput
          type="email"
          label={`${t('contacts/contact:email')} (${t('common:optional')})`}
          {...form.getInputProps('email')}
        />
        <TextInput
          label={`${t('composer.contacts.organisation')} (${t('common:optional')})`}
          maxLength={120}
          {...form.getInputProps('organisation')}
        />
      </ShortForm>
    </Box>
  )
}

/** Contact cards to send: of the company's own contacts, or written by hand. */
export const ContactsDialog = ({ sending, replyToId, onReplied, onClose }: DialogProps) => {
  const { t } = useTranslation('inbox/conversations')
  const mayShare = useCan()('contacts.pii')
  const [cards, setCards] = useState<Card[]>([])
  const add = (card: Card) =>
    setCards((now) =>
      now.some(({ key }) => key === card.key) || now.length >= sharedContactLimit ? now : [...now, card],
    )
  const send = () => {
    const draft = {
      type: 'contacts',
      contacts: cards.map((card) => card.draft),
      ...(replyToId && { replyToId }),
    } as const
    sending.guarded(() => {
      sending.put([{ draft, text: cards.map(({ name }) => name).join(', ') }])
      onReplied()
      onClose()
    })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('composer.extra.contacts')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Tabs defaultValue={mayShare ? 'search' : 'hand'}>
        <Tabs.List>
          <Tabs.Tab value="search">{t('composer.contacts.own')}</Tabs.Tab>
          <Tabs.Tab value="hand">{t('composer.contacts.hand')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="search">
          {mayShare ? <Search onAdd={add} /> : <Alert mt="sm">{t('composer.contacts.masked')}</Alert>}
        </Tabs.Panel>
        <Tabs.Panel value="hand">
          <ByHand onAdd={add} />
        </Tabs.Panel>
      </Tabs>
      <ul className={classes.cards} aria-label={t('composer.contacts.chosen')}>
        {cards.map(({ key, name, phone }) => (
          <li key={key}>
            <span>
              {name} <small>{phone}</small>
            </span>
            <ActionIcon
              size={24}
              aria-label={t('attachments.remove', { name })}
              onClick={() => setCards((now) => now.filter((card) => card.key !== key))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button disabled={cards.length === 0} rightSection={<IconSend2 size={17} />} onClick={send}>
          {cards.length === 0 ? t('composer.send') : t('composer.contacts.send', { count: cards.length })}
        </Button>
      </Group>
    </Modal>
  )
}
