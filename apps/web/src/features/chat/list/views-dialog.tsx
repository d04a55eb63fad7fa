import { ActionIcon, Alert, Button, Group, Modal, Stack, Switch, Text, TextInput } from '@mantine/core'
import { createSavedView, deleteSavedView, type SavedView, updateSavedView } from '@recado/contracts/desk'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useCan } from '../../../lib/session.ts'
import { savedViewsQuery } from '../api.ts'

const longest = 60

/** Keeps the filters of the list under a name. */
export const SaveViewDialog = ({
  search,
  onClose,
  onSaved,
}: {
  search: Record<string, string>
  onClose: () => void
  onSaved: (id: string) => void
}) => {
  const { t } = useTranslation('chat')
  const can = useCan()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const save = useMutation({
    mutationFn: () => call(createSavedView, { body: { page: 'chat', name: name.trim(), search, shared } }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: savedViewsQuery().queryKey })
      onSaved(id)
      onClose()
    },
    meta: { quiet: true },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') save.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('list.saveView')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('list.saveViewText')}
          </Text>
          <TextInput
            label={t('list.viewName')}
            data-autofocus
            maxLength={longest}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {can('desk.share') ? (
            <Switch
              label={t('list.shareView')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          ) : null}
          {save.error ? (
            <Alert color="red" role="alert">
              {errorText(t, save.error)}
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {t('common:save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const ViewRow = ({ view }: { view: SavedView }) => {
  const { t } = useTranslation('chat')
  const can = useCan()
  const queryClient = useQueryClient()
  const [name, setName] = useState(view.name)
  const onSettled = () => queryClient.invalidateQueries({ queryKey: savedViewsQuery().queryKey })
  const params = { id: view.id }
  const change = useMutation({
    mutationFn: (body: { name?: string; shared?: boolean }) => call(updateSavedView, { params, body }),
    onError: () => setName(view.name),
    onSettled,
  })
  const remove = useMutation({ mutationFn: () => call(deleteSavedView, { params }), onSettled })
  const rename = () => {
    const wanted = name.trim()
    if (wanted === '') setName(view.name)
    else if (wanted !== view.name) change.mutate({ name: wanted })
  }
  return (
    <Group gap="sm" wrap="nowrap">
      <TextInput
        style={{ flex: 1 }}
        aria-label={t('list.viewName')}
        maxLength={longest}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
      {can('desk.share') ? (
        <Switch
          label={t('list.shared')}
          checked={view.shared}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ shared: event.currentTarget.checked })}
        />
      ) : null}
      <ActionIcon
        color="red"
        aria-label={t('list.deleteView', { name: view.name })}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <IconTrash size={18} stroke={1.7} />
      </ActionIcon>
    </Group>
  )
}

/** Renames, shares and removes saved views. */
export const ViewsDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('chat')
  const { data } = useQuery(savedViewsQuery())
  const views = (data?.data ?? []).filter(({ editable }) => editable)
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('list.manageViews')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        {views.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('list.noViews')}
          </Text>
        ) : (
          views.map((view) => <ViewRow key={view.id} view={view} />)
        )}
      </Stack>
    </Modal>
  )
}
