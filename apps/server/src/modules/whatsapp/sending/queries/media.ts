import type { Pool } from 'pg'

export type SendFile = {
  kind: string
  fileId: string
  path: string
  name: string
  mime: string
  sha256: string
  size: number
  voice: boolean
  /** Meta's id of the bytes on this channel, when it was uploaded before and still lives. */
  mediaId: string | null
}

/** The file of a message, with its upload on the channel if there is one. */
export const findSendFile = async (
  pool: Pool,
  companyId: string,
  messageId: string,
  channelId: string,
): Promise<SendFile | null> => {
  const result = await pool.query<SendFile>({
    name: 'sends_file',
    text: `select md.kind, f.id as "fileId", f.path, coalesce(md.filename, f.name) as name, f.mime, f.sha256, f.size, md.voice,
        cm.media_id as "mediaId"
      from message_media md join files f on f.company_id = md.company_id and f.id = md.file_id and f.deleted_at is null
      left join channel_media cm on cm.channel_id = $3 and cm.sha256 = f.sha256 and cm.mime = f.mime
        and cm.expires_at > now() + interval '10 minutes'
      where md.company_id = $1 and md.message_id = $2`,
    values: [companyId, messageId, channelId],
  })
  return result.rows[0] ?? null
}

/** Remembers an upload for 29 days; Meta keeps it for 30. */
export const saveUpload = async (pool: Pool, channelId: string, file: SendFile, mediaId: string): Promise<void> => {
  await pool.query({
    name: 'channel_media_save',
    text: `insert into channel_media (channel_id, sha256, mime, media_id, expires_at)
      values ($1, $2, $3, $4, now() + interval '29 days')
      on conflict (channel_id, sha256, mime) do update set media_id = excluded.media_id, expires_at = excluded.expires_at`,
    values: [channelId, file.sha256, file.mime, mediaId],
  })
}

export const forgetUpload = async (pool: Pool, channelId: string, file: Pick<SendFile, 'sha256' | 'mime'>) => {
  await pool.query({
    name: 'channel_media_forget',
    text: `delete from channel_media where channel_id = $1 and sha256 = $2 and mime = $3`,
    values: [channelId, file.sha256, file.mime],
  })
}

/** Uploads that no longer live at Meta. */
export const dropExpiredUploads = async (pool: Pool): Promise<void> => {
  await pool.query({ text: `delete from channel_media where expires_at < now()` })
}
