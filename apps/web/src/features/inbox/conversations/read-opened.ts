import type { Services } from '#web/lib/api/services.ts'
import { conversationQuery, messagesQuery } from './api.ts'

/** Until the greeting of the line, after which everything is read again, what was read so lately is read once. */
const beforeGreeting = 10_000

/**
 * Reads a conversation that is opened. Also what is known of it is read again: nothing was told of it while another one
 * was open.
 */
export const readOpened = ({ queryClient, socket }: Pick<Services, 'queryClient' | 'socket'>, id: string): void => {
  const staleTime = ['off', 'connecting'].includes(socket.status()) ? beforeGreeting : 0
  void queryClient.prefetchQuery({ ...conversationQuery(id), staleTime })
  void queryClient.prefetchQuery({ ...messagesQuery(queryClient, id), staleTime })
}
