/** Every table in one object, for drizzle. */
import * as auth from './auth';
import * as authorization from './authorization';
import * as company from './company';
import * as conversation from './conversation';
import * as elicitations from './elicitations';
import * as facts from './facts';
import * as feedback from './feedback';
import * as folders from './folders';
import * as grants from './grants';
import * as ledger from './ledger';
import * as outsideRequests from './outside-requests';
import * as factors from './people/factors';
import * as keeping from './people/keeping';
import * as singleSignOn from './people/single-sign-on';
import * as policy from './policy';
import * as preferences from './preferences';
import * as push from './push';
import * as receipts from './receipts';
import * as servers from './servers';
import * as shares from './shares';
import * as summaries from './summaries';
import * as teamModels from './team-models';
import * as tokens from './tokens';
import * as toolMemory from './tool-memory';
import * as toolVectors from './tool-vectors';
import * as uploads from './uploads';

const { time: _time, ofTeam: _ofTeam, ofUser: _ofUser, ...authTables } = auth;

const { ofChat: _ofChat, ofRun: _ofRun, ...conversationTables } = conversation;

const { CALL_STATUSES: _statuses, ...ledgerTables } = ledger;

const { PIN_REASONS: _reasons, ...serverTables } = servers;

const { SWEPT: _swept, ...keepingTables } = keeping;

export const schema = {
  ...authTables,
  ...company,
  ...conversationTables,
  ...ledgerTables,
  ...elicitations,
  ...policy,
  ...factors,
  ...facts,
  ...feedback,
  ...folders,
  ...grants,
  ...keepingTables,
  ...preferences,
  ...push,
  ...receipts,
  ...serverTables,
  ...shares,
  ...singleSignOn,
  ...summaries,
  ...teamModels,
  ...authorization,
  ...tokens,
  ...outsideRequests,
  ...toolMemory,
  ...toolVectors,
  ...uploads,
};
