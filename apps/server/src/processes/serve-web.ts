import { socketPath } from '@recado/contracts/realtime'
import { buildApp } from '#server/app.ts'
import type { Deps } from '#server/context.ts'
import { watchConnections } from '#server/modules/automation/routing/index.ts'
import { resolveSession } from '#server/modules/identity/sessions/index.ts'
import { createConversationVisibility } from '#server/modules/inbox/visibility/index.ts'
import { createNotificationSocket, widgetSocketPath } from '#server/notifications/index.ts'
import { createSocketServer } from '#server/realtime/socket-server.ts'
import { refuseOtherUpgrades } from '#server/realtime/upgrades.ts'

/** Answers requests and holds sockets; the result ends that. */
export const serveWeb = async (deps: Deps): Promise<() => Promise<void>> => {
  const app = await buildApp(deps)
  const connections = watchConnections(deps)
  const sockets = createSocketServer(app.server, deps, {
    resolve: resolveSession,
    visibility: createConversationVisibility(deps),
    watch: connections,
  })
  const widgets = createNotificationSocket(app.server, deps)
  refuseOtherUpgrades(app.server, [socketPath, widgetSocketPath])
  await app.listen({ port: deps.config.PORT, host: deps.config.HOST })
  return async () => {
    await Promise.all([sockets.close(), widgets.close()])
    await connections.stop()
    await app.close()
  }
}
