'use client';
/** An open chat, or one that begins with the next message: top bar, conversation or landing page, composer. */
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useChatActions } from '@/components/shell/chat-actions';
import { PageTitle } from '@/components/shell/page-title';
import { HaltLines } from '@/components/shell/stopped/halts';
import { TopBar } from '@/components/shell/top-bar';
import type { ModelLabel } from '@/components/shell/viewer';
import { useWorkspace } from '@/components/shell/workspace';
import { useExpired } from '@/components/tool-call/approval/use-expired';
import { SignInOffers } from '@/components/tool-call/loaded-apart';
import { lackingIn } from '@/components/tool-call/sign-in/lacking';
import { say } from '@/components/words/say';
import type { ChatView } from '@/lib/runs/chat-view';
import { Composer, type ComposerProps } from './composer/composer';
import { ModeSwitch, ReadsOnly } from './composer/mode-switch';
import { ModelChoice } from './composer/model-choice';
import { useGivingBack } from './composer/use-giving-back';
import { useModeNow, YoloMark, YoloMenu } from './composer/yolo';
import { ContextMeter } from './context/context-meter';
import type { ConversationProps } from './conversation';
import { DockNotice } from './dock-notice';
import { useFiles } from './files/use-files';
import { Landing } from './landing';
import { endWords, failureOf, lastOpenCard } from './messages';
import { MissingTools } from './missing-tools';
import { OutsideMark } from './outside-mark';
import { OfflineNotice, TemporaryNotice } from './page/chat-notices';
import type { FoundPlace } from './reading/found-message';
import { offered, type Suggestion, type WhatDestroys } from './suggestions';
import { type AmberChat, useAmberChat } from './use-amber-chat';
import { WhyReadOnly } from './why-read-only';

export interface ChatScreenProps {
  /** Null: a chat that does not exist yet. */
  initial: ChatView | null;
  model: ModelLabel;
  /** All suggestions for this person; those that fit are offered. */
  suggestions: Suggestion[];
  whatDestroys: WhatDestroys;
  /** The first steps of a new team, above the suggestions. */
  beginning?: ReactNode;
  /** Called once a new chat has been created by its first message. */
  onBegin?: (id: string) => void;
  /** The place that a search led to. */
  found?: FoundPlace | undefined;
  /** Shows the messages: a page without any loads it later. */
  conversation: ComponentType<ConversationProps>;
}

export function ChatScreen(props: ChatScreenProps) {
  const { initial, model, suggestions, beginning, onBegin, found, conversation: Conversation } = props;
  const { viewer, chats } = useWorkspace();
  const open = useAmberChat(initial);
  const { session, state, messages, isRunning } = open;
  const { mode } = useModeNow(state);
  const title = chats.find((chat) => chat.id === state.id)?.title ?? state.title;
  const isEmpty = messages.length === 0 && state.queued.length === 0 && !isRunning;
  const mayRetry = state.mayWrite && !isRunning;
  const field = useRef<HTMLTextAreaElement>(null);
  const pick = (text: string) => {
    field.current?.focus();
    void session.send(text);
  };
  const { giveBack, suggest, withdraw, stop } = useGivingBack(open, viewer.id, field);
  const chatId = state.mayWrite && !state.ofToken ? state.id : null;
  const onStopCall = useMemo(() => (chatId ? session.cards.stopCall(chatId) : undefined), [session, chatId]);
  const known = { mode, role: viewer.role, whatDestroys: props.whatDestroys, temporary: state.temporary };
  const landing = { ...known, suggestions: offered(suggestions, mode) };
  useBegin(initial === null ? state.id : null, onBegin);

  return (
    <>
      <PageTitle title={title} />
      <ChatTopBar title={title} open={open} />
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {isEmpty && model.offline && !state.ofToken && <OfflineNotice mends={viewer.role === 'admin'} />}
        {state.id && state.temporary && <TemporaryNotice />}
        <HaltLines />
        <MissingTools messages={messages} />
        {isEmpty && !state.ofToken ? (
          <Landing {...landing} onPick={pick} onTemporary={session.choose.temporary}>
            {beginning}
          </Landing>
        ) : (
          <Conversation
            messages={messages}
            isRunning={isRunning}
            viewer={viewer}
            mode={mode}
            queued={state.queued}
            summary={state.summary}
            found={found}
            asked={state.asked}
            earlier={state.earlier}
            waitsIn={state.waitsIn}
            onEarlier={session.earlier.show}
            onReach={state.mayWrite ? session.again.reach : session.earlier.reach}
            onDecide={session.cards.decide}
            unknownCalls={session.cards.unknownCalls}
            edits={session.cards.edits}
            onAnswer={state.mayWrite ? session.cards.answer : undefined}
            onStopCall={onStopCall}
            onWords={state.mayWrite && !state.ofToken ? suggest : undefined}
            onWithdraw={state.mayWrite ? withdraw : undefined}
            again={state.mayWrite && !state.ofToken ? session.again : undefined}
            waits={open.waitsFor === 'held' ? 'card' : open.waitsFor}
            onRetry={mayRetry && failureOf(messages) ? session.again.retry : undefined}
          />
        )}
        <Dock open={open} model={model} field={field} giveBack={giveBack} onStop={stop} />
        <Spoken open={open} />
      </main>
    </>
  );
}

function ChatTopBar({ title, open }: { title: string; open: AmberChat }) {
  const { viewer, chats } = useWorkspace();
  const { id, mayWrite, archived, pinned, folder, temporary } = open.state;
  const { mode, minutes } = useModeNow(open.state);
  const listed = chats.find((chat) => chat.id === id);
  const files = useFiles(id);
  const actions = useChatActions({
    archived: archived && !listed,
    pinned,
    folder,
    temporary,
    ...listed,
    id: id ?? '',
    title,
  });
  return (
    <>
      <TopBar
        title={title}
        mark={mode === 'yolo' && <YoloMark minutes={minutes} />}
        items={
          id && mayWrite ? (
            <>
              {files.item}
              {actions.items}
            </>
          ) : undefined
        }
      />
      {actions.dialog}
      {files.dialog}
      {id && open.state.outside && (
        <OutsideMark
          chatId={id}
          outside={open.state.outside}
          sources={open.state.outsideSources}
          mayClear={viewer.role === 'admin'}
          onCleared={open.session.refresh}
        />
      )}
    </>
  );
}

interface DockProps extends Pick<ComposerProps, 'field' | 'giveBack' | 'onStop'> {
  open: AmberChat;
  model: ModelLabel;
}

function Dock({ open, model, field, giveBack, onStop }: DockProps) {
  const { viewer } = useWorkspace();
  const { session, state, messages, isRunning, waitsFor } = open;
  const { mode, minutes } = useModeNow(state);
  // An expired card blocks nothing any more, whether or not the server has said so.
  const isOver = useExpired(lastOpenCard(messages));
  const gotNoAnswer = state.status === 'failed' && !isRunning && messages.at(-1)?.role === 'user';
  return (
    <div className="mx-auto w-full max-w-column shrink-0 px-4 pb-3 md:max-w-[728px] md:px-6 md:pb-5">
      <DockNotice
        state={state}
        onRetry={gotNoAnswer && state.mayWrite ? session.again.retry : undefined}
        onDismiss={session.dismissProblem}
      />
      <Lacking open={open} />
      {state.mayWrite ? (
        <Composer
          field={field}
          personId={viewer.id}
          chatId={state.id}
          isRunning={isRunning}
          focusAtFirst={waitsFor === null}
          givesWay={waitsFor !== null}
          readsNoFiles={model.offline}
          onSend={session.send}
          onStop={onStop}
          giveBack={giveBack}
          hasQueue={state.queued.length > 0}
          note={
            waitsFor && !(waitsFor === 'card' && isOver) ? (
              say(`composer.anyway.${waitsFor}`)
            ) : (
              <DockNote open={open} model={model} />
            )
          }
          modeSwitch={
            <>
              {viewer.role === 'viewer' ? (
                <ReadsOnly />
              ) : (
                <ModeSwitch mode={mode} onChange={session.choose.mode} />
              )}
              {viewer.role === 'admin' && (
                <YoloMenu isOn={mode === 'yolo'} minutes={minutes} onChange={session.choose.mode} />
              )}
            </>
          }
        />
      ) : (
        <p className="rounded-message border bg-raised px-4 py-3.5 text-13 text-muted">
          <WhyReadOnly state={state} isEmpty={messages.length === 0} />
        </p>
      )}
    </div>
  );
}

/** Sign-ins that the newest answer lacked. A message of the person's continues: no call is repeated automatically. */
function Lacking({ open: { session, state, messages, isRunning, waitsFor } }: { open: AmberChat }) {
  if (!state.mayWrite || state.ofToken || isRunning || waitsFor || state.queued.length > 0) return null;
  const lacking = lackingIn(messages);
  if (lacking.length === 0) return null;
  // Checked again for each answer.
  const key = messages.at(-1)?.id;
  return (
    <SignInOffers key={key} lacking={lacking} chatId={state.id} onGoOn={(text) => void session.send(text)} />
  );
}

/** Which model answers, and how much of its context the chat takes. */
function DockNote({ open: { session, state, messages }, model }: Pick<DockProps, 'open' | 'model'>) {
  return (
    <div className="flex items-center gap-1.5">
      <ModelChoice model={model} chosen={state.model} onChoose={session.choose.model} />
      <ContextMeter
        messages={messages}
        chatId={state.id}
        summary={state.summary}
        maySummarise={!model.offline}
        onReach={session.again.reach}
        onChanged={session.refresh}
      />
    </div>
  );
}

/** For screen readers: what others see at a glance. A card announces itself. */
function Spoken({ open: { isRunning, waitsFor, messages, state } }: { open: AmberChat }) {
  const [hasRun, setHasRun] = useState(false);
  if (isRunning && !hasRun) setHasRun(true);
  // The connection was lost: how it ended is not known yet.
  const hasEnded = hasRun && !waitsFor && state.isStored;
  const words = isRunning ? say('composer.working') : hasEnded ? endWords(messages, state.status) : '';
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}

function useBegin(id: string | null, onBegin?: (id: string) => void) {
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (!id || told.current === id) return;
    told.current = id;
    onBegin?.(id);
  }, [id, onBegin]);
}
