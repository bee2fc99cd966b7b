/** A team with a directory that has a token, for tests. */
import { and, eq } from 'drizzle-orm';
import type { OpenDatabase } from '@/db/client';
import { schema } from '@/db/schema/all';
import { RunHarness } from '@/lib/runs/testing/run-harness';
import { makeDirectoryToken } from '../tokens';
import { oktaUser, ScimClient } from './scim-client';

const { members, receipts } = schema;
let count = 0;

/** An unused address. */
export const fresh = () => `person${++count}@halden.test`;

export class ScimCast {
  private constructor(
    readonly opened: OpenDatabase,
    readonly harness: RunHarness,
    readonly directory: ScimClient,
    readonly tokenId: string,
  ) {}

  static async open(opened: OpenDatabase): Promise<ScimCast> {
    const harness = await RunHarness.open(opened);
    const { id, token } = await makeDirectoryToken(opened.db, harness.admin, 'Entra');
    return new ScimCast(opened, harness, new ScimClient(token), id);
  }

  async roleOf(userId: string) {
    return (await this.opened.db.select().from(members).where(eq(members.userId, userId)))[0]?.role;
  }

  async receiptsOf(kind: string) {
    const ofTeam = and(eq(receipts.kind, kind), eq(receipts.teamId, this.harness.admin.teamId));
    const rows = await this.opened.db.select().from(receipts).where(ofTeam);
    return rows.map(({ body }) => JSON.parse(body));
  }

  async create(email = fresh(), more: object = {}) {
    const { status, body } = await this.directory.ask('POST', 'Users', oktaUser(email, more));
    if (status !== 201) throw new Error(`It was answered with ${status}.`);
    return body;
  }
}
