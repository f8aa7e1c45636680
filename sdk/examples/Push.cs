// Pushes crews, races, a draw and results with .NET 10. It can be run as often as you like: what is there already
// stays as it is.
//
//     RUNNING_ORDER_URL=http://127.0.0.1:8080 RUNNING_ORDER_KEY=ro_… RUNNING_ORDER_EVENT=1 dotnet run Push.cs
using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using System.Threading.Tasks;

string Setting(string name) =>
    Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException($"{name} is not set.");

var address = $"{Setting("RUNNING_ORDER_URL")}/v1/events/{Setting("RUNNING_ORDER_EVENT")}";
using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Setting("RUNNING_ORDER_KEY"));
http.DefaultRequestHeaders.UserAgent.ParseAdd("PushExample/1.0");

const int attempts = 4;
var retried = new HashSet<int> { 408, 429, 500, 502, 503, 504 };

// What may succeed later is tried again.
async Task<JsonNode> Send(string method, string path, string body)
{
    var requestId = Guid.NewGuid().ToString();
    for (var attempt = 0; ; attempt++)
    {
        var wait = TimeSpan.FromSeconds(Random.Shared.NextDouble() * Math.Pow(2, attempt));
        try
        {
            using var request = new HttpRequestMessage(new HttpMethod(method), address + path);
            request.Headers.Add("X-Request-Id", requestId);
            request.Content = new StringContent(body, Encoding.UTF8, "application/json");
            using var response = await http.SendAsync(request);
            var text = await response.Content.ReadAsStringAsync();
            if (response.IsSuccessStatusCode) return JsonNode.Parse(text)!;
            if (!retried.Contains((int)response.StatusCode) || attempt == attempts - 1)
            {
                throw new InvalidOperationException(text);
            }
            wait = response.Headers.RetryAfter?.Delta ?? wait;
        }
        catch (Exception error) when (error is HttpRequestException or TaskCanceledException)
        {
            if (attempt == attempts - 1) throw;
        }
        await Task.Delay(wait);
    }
}

await Send("POST", "/schedule", """{"laneScheme": ["1", "2", "3", "4"]}""");
await Send("PUT", "/teams", """
    [{"externalId": "crew-1", "name": "Saline"}, {"externalId": "crew-2", "name": "St. Mary's Ü"}]
    """);
await Send("PUT", "/races", """
    [{"externalId": "W4x Heat 1", "raceNumber": 1, "title": "Women 4x, Heat 1",
      "scheduledAt": "2026-06-13T09:00:00+02:00"}]
    """);
var race = "/races/" + Uri.EscapeDataString("W4x Heat 1");
await Send("PUT", race + "/entries", """
    [{"position": 2, "teamExternalId": "crew-1"}, {"position": 3, "teamExternalId": "crew-2"}]
    """);
var answer = await Send("PUT", race + "/results", """
    [{"position": 2, "finishTimeMillis": 402700},
     {"position": 3, "finishTimeMillis": 399500, "penaltyMillis": 5000}]
    """);
foreach (var lane in answer["lanes"]!.AsArray().OfType<JsonNode>())
{
    Console.WriteLine($"{lane["finishPlace"]} {lane["teamName"]}");
}
