//! A log of two full games that the crate did not write (see `logs/write.py`, which has the rules
//! once more): it replays, and each of its mutations is refused at the right event.

use serde_json::{Value, json};
use tesuji_azul::log::replay;

const LOG: &str = include_str!("logs/two-games.jsonl");

#[test]
fn two_full_games_replay() {
    let mut decisions = 0;
    let games = replay(LOG, &mut |d| {
        decisions += 1;
        assert!(d.before.conserves());
        assert!(d.before.legal().contains(&d.mv));
    })
    .unwrap();
    // Scores as the script counts them.
    let scores: Vec<_> = games.iter().map(|g| g.scores.clone()).collect();
    assert_eq!(scores, [[43, 51], [65, 65]]);
    assert_eq!(games[0].players, ["84001", "84002"]);
    assert_eq!(games[1].players, ["84003", "84001"]);
    assert!(games.iter().all(|g| g.finished && g.rounds == 5));
    assert_eq!(decisions, LOG.matches("\"tilesSelected\"").count());
}

/// The log as values, and the index of the `n`-th event of a type that satisfies a condition.
struct Log(Vec<Value>);

impl Log {
    fn find(&self, kind: &str, n: usize, like: impl Fn(&Value) -> bool) -> usize {
        let fits = self.0.iter().enumerate().filter(|(_, e)| e["type"] == kind && like(&e["args"]));
        fits.map(|f| f.0).nth(n).unwrap()
    }

    fn set(&mut self, i: usize, pointer: &str, to: impl Into<Value>) {
        *self.0[i].pointer_mut(&format!("/args{pointer}")).unwrap() = to.into();
    }
}

fn any(_: &Value) -> bool {
    true
}

fn len(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

/// The change to the log, and the index of the event that must be refused.
type Mutation = fn(&mut Log) -> usize;

const MUTATIONS: [(&str, &str, Mutation); 14] = [
    ("a tile dealt a second time", "not in the bag", |log| {
        let i = log.find("factoriesFilled", 1, any);
        let colour = log.0[i]["args"]["factories"]["2"][0]["type"].clone();
        let first = log.0[0]["args"]["factories"].as_object().unwrap().values();
        let id = first.flat_map(|t| t.as_array().unwrap()).find(|t| t["type"] == colour).unwrap()["id"].clone();
        log.set(i, "/factories/2/0/id", id);
        i
    }),
    ("a wrong count of the bag", "remainingTiles", |log| {
        let i = log.find("factoriesFilled", 1, any);
        log.set(i, "/remainingTiles", 61);
        i
    }),
    ("a tile too many taken", "number", |log| {
        let i = log.find("tilesSelected", 9, any);
        let n = log.0[i]["args"]["number"].as_u64().unwrap();
        log.set(i, "/number", n + 1);
        i
    }),
    ("an empty factory", "type", |log| {
        let used = log.find("tilesSelected", 0, |a| a["fromFactory"] != 0);
        let from = log.0[used]["args"]["fromFactory"].clone();
        let i = log.find("tilesSelected", 1, |a| a["fromFactory"] != 0);
        log.set(i, "/fromFactory", from);
        i
    }),
    ("a player out of turn", "playerId", |log| {
        let i = log.find("tilesSelected", 4, |a| a["playerId"] == 84001);
        log.set(i, "/playerId", 84002);
        i
    }),
    ("a line of another colour", "line", |log| {
        // A line that another move of the same player left partly full, in the same round.
        let i = log.find("tilesPlacedOnLine", 0, |a| a["line"] == 5 && len(&a["placedTiles"]) < 5);
        let (who, colour) = (log.0[i]["args"]["playerId"].clone(), log.0[i]["args"]["type"].clone());
        let next = |(j, e): (usize, &Value)| {
            let a = &e["args"];
            (j > i && e["type"] == "tilesPlacedOnLine" && a["playerId"] == who && a["type"] != colour && a["type"] != 0)
                .then_some(j)
        };
        let j = log.0.iter().enumerate().find_map(next).unwrap();
        log.set(j, "/line", 5);
        log.0[j]["args"].as_object_mut().unwrap().remove("lineNumber");
        j
    }),
    ("a tile on the line that has no room", "placedTiles", |log| {
        let i = log.find("tilesPlacedOnLine", 0, |a| a["line"] != 0 && len(&a["discardedTiles"]) > 0);
        let over = log.0[i]["args"]["discardedTiles"].as_array_mut().unwrap().pop().unwrap();
        log.0[i]["args"]["placedTiles"].as_array_mut().unwrap().push(over);
        i
    }),
    ("the token that nobody took", "token", |log| {
        let i = log.find("firstPlayerToken", 1, any);
        log.0.remove(i);
        // Announced by the event before, missed when the tiles are put down.
        i + 1
    }),
    ("a tile in the wrong column", "placedTile", |log| {
        let i = log.find("placeTileOnWall", 0, |a| !a["completeLines"]["84001"].is_null());
        let column = log.0[i]["args"]["completeLines"]["84001"]["placedTile"]["column"].as_u64().unwrap();
        log.set(i, "/completeLines/84001/placedTile/column", column % 5 + 1);
        i
    }),
    ("a point too many", "points", |log| {
        let i = log.find("placeTileOnWall", 7, |a| !a["completeLines"]["84001"].is_null());
        let points = log.0[i]["args"]["completeLines"]["84001"]["pointsDetail"]["points"].as_u64().unwrap();
        log.set(i, "/completeLines/84001/pointsDetail/points", points + 1);
        i
    }),
    ("a penalty too small", "points", |log| {
        let i = log.find("emptyFloorLine", 0, |a| a["floorLines"].as_object().is_some_and(|f| !f.is_empty()));
        let who = log.0[i]["args"]["floorLines"].as_object().unwrap().keys().next().unwrap().clone();
        log.set(i, &format!("/floorLines/{who}/points"), 0);
        i
    }),
    ("a tile that has never been there", "selectedTiles", |log| {
        let i = log.find("tilesSelected", 20, any);
        // A tile of the same colour from elsewhere: only its number tells.
        let colour = log.0[i]["args"]["type"].clone();
        let far = log.find("factoriesFilled", 1, any);
        let tiles = log.0[far]["args"]["factories"].as_object().unwrap().values();
        let tile = tiles.flat_map(|t| t.as_array().unwrap()).find(|t| t["type"] == colour).unwrap().clone();
        let mine = log.0[i]["args"]["selectedTiles"].as_array().unwrap();
        assert!(!mine.contains(&tile));
        log.set(i, "/selectedTiles/0/id", tile["id"].clone());
        i
    }),
    ("a bonus twice", "scored already", |log| {
        let i = log.find("endScore", 0, any);
        log.0.insert(i, log.0[i].clone());
        i + 1
    }),
    ("the last bonus left out", "has not been scored", |log| {
        log.0.pop();
        log.0.len()
    }),
];

#[test]
fn each_mutation_is_refused_at_its_event() {
    for (name, word, mutate) in MUTATIONS {
        let mut log = Log(LOG.lines().map(|l| serde_json::from_str(l).unwrap()).collect());
        let at = mutate(&mut log);
        let text: String = log.0.iter().map(|e| format!("{e}\n")).collect();
        assert_ne!(
            text,
            LOG.lines().map(|l| serde_json::from_str::<Value>(l).unwrap().to_string() + "\n").collect::<String>()
        );
        match replay(&text, &mut |_| {}) {
            Ok(_) => panic!("{name}: accepted"),
            Err(e) => {
                assert_eq!(e.line, Some(at as u64 + 1), "{name}: {e}");
                assert!(e.to_string().contains(word), "{name}: {e}");
            }
        }
    }
}

/// Unknown fields, and the variant that is not played here. (Events of others are counted.)
#[test]
fn what_is_unknown_is_named() {
    for (line, at) in [
        (r#"{"type":"firstPlayerToken","args":{"playerId":1,"extra":2}}"#, "args.extra"),
        (r#"{"type":"specialFactories","args":{}}"#, "type"),
        (r#"{"type":"factoriesFilled","args":{"factories":{"10":[]}}}"#, "args.factories.10"),
        (r#"{"type":"factoriesFilled","args":{"factories":{"1":[{"type":6}]}}}"#, "args.factories.1[0].type"),
        (r#"{"type":"lastRound"}"#, "the document"),
    ] {
        let wrong = replay(line, &mut |_| {}).unwrap_err();
        assert_eq!((wrong.line, wrong.at.as_deref()), (Some(1), Some(at)), "{wrong}");
    }
}

/// Each form in which the server sends a game gives the same decisions.
#[test]
fn the_forms_of_the_server_give_the_same_games() {
    let decisions = |text: &str| {
        let mut all = Vec::new();
        let games = replay(text, &mut |d| all.push((d.game, d.number, d.player.to_string(), d.mv.to_string())));
        (games.map(|games| games.iter().map(|g| (g.scores.clone(), g.finished)).collect::<Vec<_>>()), all)
    };
    let events: Vec<Value> = LOG.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let lines = |events: &[Value]| events.iter().map(|e| e.to_string() + "\n").collect::<String>();
    let packet = |events: &[Value]| json!({"channel": "/table/t1", "packet_id": "7", "move_id": 3, "data": events});
    let packets: Vec<Value> = events.chunks(4).map(packet).collect();
    let answer = json!({"status": 1, "data": {"valid": 1, "data": packets}});
    let others = |event: &Value| {
        [json!({"type": "gameStateChange", "args": {"id": 10}}), event.clone(), json!({"type": "updateReflexionTime"})]
    };
    let as_text = |number: &Value| if number.is_i64() { number.to_string().into() } else { number.clone() };
    let texts: Vec<Value> = events
        .iter()
        .cloned()
        .map(|mut event| {
            for name in ["number", "fromFactory", "line", "remainingTiles"] {
                if let Some(value) = event["args"].get_mut(name) {
                    *value = as_text(value);
                }
            }
            event
        })
        .collect();
    let nulls: Vec<Value> = events
        .iter()
        .cloned()
        .map(|mut event| {
            if let Some(value) = event["args"].get_mut("remainingTiles") {
                *value = Value::Null;
            }
            for name in ["placedTiles", "discardedTiles"] {
                if let Some(value) = event["args"].get_mut(name).filter(|list| len(list) == 0) {
                    *value = Value::Null;
                }
            }
            event
        })
        .collect();
    let marked: Vec<Value> = (0..)
        .zip(&events)
        .map(|(i, e)| {
            let mut event = e.clone();
            event["uid"] = format!("u{i}").into();
            event["synchro"] = 1.into();
            event
        })
        .collect();
    let twice: Vec<Value> = marked.iter().flat_map(|e| [e.clone(), e.clone()]).collect();
    let wanted = decisions(LOG);
    assert!(wanted.0.is_ok() && wanted.1.len() > 50);
    for (form, text) in [
        ("packets a line", lines(&packets)),
        ("a list of packets", Value::from(packets.clone()).to_string()),
        ("the answer", answer.to_string()),
        ("the answer over lines", serde_json::to_string_pretty(&answer).unwrap()),
        ("events of others", lines(&events.iter().flat_map(others).collect::<Vec<_>>())),
        ("numbers as texts", lines(&texts)),
        ("nulls", lines(&nulls)),
        ("what the server adds", lines(&marked)),
        ("to the table and to a player", lines(&twice)),
    ] {
        assert_eq!(decisions(&text), wanted, "{form}");
    }
    // The events of others are counted.
    let text = lines(&events.iter().flat_map(others).collect::<Vec<_>>());
    let games = replay(&text, &mut |_| {}).unwrap();
    let counted: u64 = games.iter().flat_map(|g| g.foreign.values()).sum();
    assert_eq!(counted, 2 * events.len() as u64 - 1, "what stands before the first game belongs to none");
    // The message about a faulty packet names its event.
    let wrong = answer.to_string().replacen("\"number\":3", "\"number\":2", 1);
    let why = replay(&wrong, &mut |_| {}).unwrap_err().to_string();
    assert!(why.contains("event ") && why.contains("number: 2, but there are 3"), "{why}");
    for odd in ["{\"status\": 0}", "[1]", "{\"data\": 3}", "[{\"data\": [{}]}]"] {
        assert!(replay(odd, &mut |_| {}).is_err(), "{odd}");
    }
}

/// A game that a player gives up ends there; what the server says of it afterwards is passed over.
#[test]
fn a_game_may_be_given_up() {
    let first = LOG.lines().take(40).map(|l| format!("{l}\n")).collect::<String>();
    let given_up = "{\"type\": \"playerConcedeGame\", \"args\": {\"player_id\": 84002, \"player_name\": \"x\"}}\n";
    let after = "{\"type\": \"endScore\", \"args\": {\"scores\": {}}}\n{\"type\": \"gameStateChange\"}\n";
    let games = replay(&format!("{first}{given_up}{after}{LOG}"), &mut |_| {}).unwrap();
    assert_eq!(games.len(), 3);
    assert_eq!((games[0].conceded.as_deref(), games[0].finished), (Some("84002"), false));
    assert!(games[0].decisions > 5 && games[0].foreign["gameStateChange"] == 1);
    assert!(games[1..].iter().all(|g| g.conceded.is_none() && g.finished));
}
