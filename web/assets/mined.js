// Mined candidates: named, or said to be nothing.

export async function candidates(page) {
  const { api, element, failed, box } = page;
  try {
    const forms = await api("/api/candidates");
    const listed = element("ol", undefined, "forms");
    for (const form of forms) {
      const item = element("li");
      const button = element("button", `${form.form}: in ${form.puzzles} puzzles${form.decided ? ` (${form.decided} ${form.name})` : ""}`);
      button.type = "button";
      button.addEventListener("click", () => candidate(form, page));
      item.append(button);
      listed.append(item);
    }
    box.replaceChildren(element("h2", `${forms.length} candidates`), listed, page.button("Close", () => box.close()));
    if (!box.open) box.showModal();
  } catch (e) { failed(e); }
}

async function candidate(form, page) {
  const { api, element, picture, failed, box, tiers } = page;
  const back = () => candidates(page);
  try {
    const shown = await api(`/api/candidate?form=${encodeURIComponent(form.form)}`);
    const boards = element("div", undefined, "row");
    for (const svg of shown.boards) {
      const image = element("img");
      image.src = picture(svg);
      image.alt = `${shown.title}: an example`;
      image.width = 300;
      boards.append(image);
    }
    const name = element("input"), reason = element("input"), tier = element("select");
    name.placeholder = "name"; reason.placeholder = "why";
    for (const [box, label] of [[name, "Name"], [reason, "Why"], [tier, "Tier"]]) box.setAttribute("aria-label", label);
    for (const one of tiers) tier.append(element("option", one));
    tier.value = tiers.at(-1);
    const decide = async (body) => {
      try {
        await api("/api/candidate", { form: form.form, reason: reason.value, ...body });
        await back();
      } catch (e) { failed(e); }
    };
    const button = (words, act) => {
      const made = element("button", words);
      made.type = "button";
      made.addEventListener("click", act);
      return made;
    };
    const row = element("div", undefined, "row");
    row.append(name, tier, reason,
      button("promote", () => name.value.trim() ? decide({ name: name.value, tier: tier.value }) : failed(new Error("a name is missing"))),
      button("discard", () => decide({})), button("back", back));
    box.replaceChildren(element("h2", shown.title), row, boards, element("pre", shown.text));
  } catch (e) { failed(e); }
}
