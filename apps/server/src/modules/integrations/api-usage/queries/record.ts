import type { Deps } from '#server/context.ts'

type Pool = Deps['database']['pool']

export type RequestRow = {
  id: string
  companyId: string
  keyId: string
  method: string
  route: string
  path: string
  status: number
  code: string | null
  ms: number
  address: string | null
  requestId: string
  at: Date
}
export type HourRow = {
  companyId: string
  hour: Date
  keyId: string
  method: string
  route: string
  status: number
  calls: number
  latencies: number[]
}

export const insertRequests = async (pool: Pool, rows: readonly RequestRow[]): Promise<void> => {
  if (rows.length === 0) return
  await pool.query({
    name: 'api_requests_insert',
    text: `insert into api_request_logs
      (id, company_id, api_key_id, method, route, path, status, code, ms, address, request_id, created_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[],
        $9::int[], $10::text[], $11::text[], $12::timestamptz[])`,
    values: [
      ...[rows.map((r) => r.id), rows.map((r) => r.companyId), rows.map((r) => r.keyId), rows.map((r) => r.method)],
      ...[rows.map((r) => r.route), rows.map((r) => r.path), rows.map((r) => r.status), rows.map((r) => r.code)],
      ...[rows.map((r) => r.ms), rows.map((r) => r.address), rows.map((r) => r.requestId), rows.map((r) => r.at)],
    ],
  })
}

/** Adds counts to those of their hours; in one order, so that two processes do not wait for each other. */
export const addHours = async (pool: Pool, rows: readonly HourRow[]): Promise<void> => {
  if (rows.length === 0) return
  await pool.query({
    name: 'api_usage_add',
    text: `insert into api_usage_hours (company_id, hour, api_key_id, method, route, status, calls, latencies)
      select company_id, hour, api_key_id, method, route, status, calls, latencies::int[]
      from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::smallint[], $7::int[], $8::text[])
        as u (company_id, hour, api_key_id, method, route, status, calls, latencies)
      order by 1, 2, 3, 4, 5, 6
      on conflict (company_id, hour, api_key_id, method, route, status) do update set
        calls = api_usage_hours.calls + excluded.calls,
        latencies = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by n)
          from unnest(api_usage_hours.latencies, excluded.latencies) with ordinality as t (a, b, n))`,
    values: [
      ...[rows.map((r) => r.companyId), rows.map((r) => r.hour), rows.map((r) => r.keyId), rows.map((r) => r.method)],
      ...[rows.map((r) => r.route), rows.map((r) => r.status), rows.map((r) => r.calls)],
      rows.map((r) => `{${r.latencies.join(',')}}`),
    ],
  })
}

/** Forgets some of the calls before an instant; answers how many. */
export const deleteRequests = async (pool: Pool, before: Date): Promise<number> => {
  const { rowCount } = await pool.query(
    `delete from api_request_logs where ctid = any(array(
      select ctid from api_request_logs where created_at < $1 order by created_at limit 5000))`,
    [before],
  )
  return rowCount ?? 0
}

export const deleteHours = async (pool: Pool, before: Date): Promise<number> => {
  const { rowCount } = await pool.query(
    `delete from api_usage_hours where ctid = any(array(
      select ctid from api_usage_hours where hour < $1 order by hour limit 5000))`,
    [before],
  )
  return rowCount ?? 0
}
