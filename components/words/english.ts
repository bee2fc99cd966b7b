/** All English (British) words of Amber, by key. The keys are the catalogue's; other languages follow them. */

import { ACTIVITY } from './english/activity';
import { APPROVALS } from './english/approvals';
import { FIRST_STEPS } from './english/begin/first-steps';
import { OWN_MODEL } from './english/begin/own-model';
import { TOUR } from './english/begin/tour';
import { CALLS } from './english/calls';
import { READINGS } from './english/calls/readings';
import { REHEARSALS } from './english/calls/rehearsals';
import { CARD_FORMS } from './english/card-forms';
import { CARDS } from './english/cards';
import { CHAT } from './english/chat';
import { ALLOW } from './english/clients/allow';
import { COMMON } from './english/common';
import { OFFERS } from './english/composer/offers';
import { CONTEXT } from './english/context';
import { FILES } from './english/files';
import { FINDING } from './english/finding';
import { FORMS } from './english/forms';
import { HANDS } from './english/hands';
import { LAST_RESORT } from './english/last-resort';
import { MODELS } from './english/models';
import { ERASING } from './english/operation/erasing';
import { KEEPING } from './english/operation/keeping';
import { RECORD } from './english/operation/record';
import { OPERATION } from './english/operation/stopping';
import { USAGE } from './english/operation/usage';
import { ACCOUNT } from './english/people/account';
import { FACTORS } from './english/people/factors';
import { ONESELF } from './english/people/oneself';
import { RECOVERY } from './english/people/recovery';
import { TEAM } from './english/people/team';
import { ALIKE } from './english/planning/alike';
import { HOLDING } from './english/planning/holding';
import { PLANS } from './english/planning/plans';
import { TRIALS } from './english/planning/trials';
import { RESULTS } from './english/results';
import { RULES } from './english/rules';
import { SERVERS } from './english/servers';
import { REGISTRY } from './english/servers/registry';
import { SERVER_REHEARSALS } from './english/servers/rehearsals';
import { SETTINGS } from './english/settings';
import { SHELL } from './english/shell';
import { SIGN_IN } from './english/sign-in';
import { SIGN_IN_PAGES } from './english/signing/sign-in-pages';
import { SIGN_INS } from './english/signing/sign-ins';
import { SINGLE_SIGN_ON } from './english/signing/single-sign-on';
import { TIME } from './english/time';
import { TOKENS } from './english/tokens';
import { VERSIONS } from './english/versions';
import { WORKSPACE } from './english/workspace';

export const ENGLISH = {
  ...ALLOW,
  ...COMMON,
  ...FIRST_STEPS,
  ...OWN_MODEL,
  ...TOUR,
  ...CONTEXT,
  ...FILES,
  ...FINDING,
  ...HANDS,
  ...LAST_RESORT,
  ...MODELS,
  ...OFFERS,
  ...OPERATION,
  ...KEEPING,
  ...ERASING,
  ...RECORD,
  ...USAGE,
  ...ALIKE,
  ...HOLDING,
  ...PLANS,
  ...RESULTS,
  ...SETTINGS,
  ...TIME,
  ...TRIALS,
  ...CARD_FORMS,
  ...CARDS,
  ...CALLS,
  ...READINGS,
  ...REHEARSALS,
  ...CHAT,
  ...SHELL,
  ...ACTIVITY,
  ...APPROVALS,
  ...RULES,
  ...REGISTRY,
  ...SERVER_REHEARSALS,
  ...SERVERS,
  ...ACCOUNT,
  ...FACTORS,
  ...ONESELF,
  ...RECOVERY,
  ...TEAM,
  ...TOKENS,
  ...FORMS,
  ...SIGN_IN,
  ...SINGLE_SIGN_ON,
  ...SIGN_IN_PAGES,
  ...SIGN_INS,
  ...VERSIONS,
  ...WORKSPACE,
} as const;
