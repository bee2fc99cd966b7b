-- A call is told by its row alone: what messages hold of calls, cards and forms becomes a reference, in its place. What the
-- ledger does not know stays as it is. PostgreSQL’s functions read no U+0000 and no half of a surrogate pair: they are written
-- otherwise meanwhile.
WITH "read" AS (
  SELECT m.chat_id, m.id, regexp_replace(m.parts::text, '(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})', '\1\\ue000\2', 'g')::json AS parts
  FROM "messages" m WHERE m.role = 'assistant'
), "part" AS (
  SELECT r.chat_id, r.id, one.n, one.part, one.part ->> 'type' AS type, one.part #>> '{approval,isAutomatic}' = 'true' AS automatic,
    (SELECT c.id FROM "runs" a JOIN "calls" c ON c.run_id = a.id AND c.round = 1
      WHERE one.part ->> 'type' = 'dynamic-tool' AND a.chat_id = r.chat_id AND a.message_id = r.id
        AND c.tool_call_id = one.part ->> 'toolCallId' LIMIT 1) AS call_id
  FROM "read" r CROSS JOIN LATERAL json_array_elements(r.parts) WITH ORDINALITY AS one(part, n)
), "made" AS (
  SELECT p.chat_id, p.id, p.n, coalesce(CASE
    WHEN p.call_id IS NOT NULL THEN '{"type":"call","callId":' || to_json(p.call_id) || ',"toolCallId":' || (p.part -> 'toolCallId')
      || coalesce(',"callProviderMetadata":' || (p.part -> 'callProviderMetadata'), '')
      || CASE WHEN p.automatic THEN ',"refusal":{"id":' || (p.part #> '{approval,id}')
        || coalesce(',"signature":' || (p.part #> '{approval,signature}'), '') || '}' ELSE '' END
      || CASE WHEN p.part ->> 'state' = 'output-denied' AND p.automatic IS NOT TRUE THEN ',"toldNo":true' ELSE '' END || '}'
    WHEN p.type = 'data-approval' THEN
      '{"type":"data-approval","id":' || (p.part -> 'id') || ',"data":{"toolCallId":' || (p.part #> '{data,toolCallId}') || '}}'
    WHEN p.type = 'data-doubt' THEN
      '{"type":"data-doubt","id":' || (p.part -> 'id') || ',"data":{"callId":' || (p.part #> '{data,callId}')
      || ',"checks":' || coalesce((p.part #> '{data,checks}')::text, '[]') || '}}'
    WHEN p.type = 'data-elicitation' THEN
      '{"type":"data-elicitation","id":' || (p.part -> 'id') || ',"data":{"id":' || (p.part #> '{data,id}') || '}}'
    END, p.part::text) AS told
  FROM "part" p
)
UPDATE "messages" m SET parts = regexp_replace(n.parts, '(?<!\\)((?:\\\\)*)\\ue000(0000|d[89a-f][0-9a-f]{2})', '\1\\u\2', 'g')::json
FROM (SELECT chat_id, id, '[' || string_agg(told, ',' ORDER BY n) || ']' AS parts FROM "made" GROUP BY chat_id, id) n
WHERE m.chat_id = n.chat_id AND m.id = n.id;
